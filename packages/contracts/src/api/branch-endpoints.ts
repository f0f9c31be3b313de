import { z } from 'zod';
import { endpoint, idParams, pathIdSchema } from './endpoint.ts';
import { runSchema } from './run-endpoints.ts';

export const branchesSchema = z
  .object({
    /** The run that the conversation stands at the end of; `null` where it never went back: that is the last one. */
    current: z.string().nullable(),
    /** The places that were gone on from more than once, or after something else had been asked. */
    items: z.array(
      z.object({
        /** The run whose end that is; `null` for the beginning. */
        after: z.string().nullable(),
        /** The runs that went on from there, in the order in which they were asked for. */
        runs: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'Branches' });
export type ApiBranches = z.infer<typeof branchesSchema>;

const tag = 'Conversations';

export const branchEndpoints = {
  listBranches: endpoint({
    method: 'GET',
    path: '/api/v1/conversations/:id/branches',
    tag,
    summary: 'Where a conversation was gone on from more than once',
    description: 'A run that is not named follows the one before it.',
    action: 'conversation.read',
    params: idParams,
    status: 200,
    reply: branchesSchema,
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
  showBranch: endpoint({
    method: 'PUT',
    path: '/api/v1/conversations/:id/branch',
    tag,
    summary: 'Go on from another branch',
    description:
      'The conversation stands where the newest run ended that came of this one. Nothing is lost: the branch that it leaves can be shown again.',
    action: 'conversation.change',
    params: idParams,
    body: z.strictObject({ runId: pathIdSchema }),
    status: 200,
    reply: branchesSchema,
    errors: ['CONVERSATION_NOT_FOUND', 'RUN_NOT_FOUND', 'CONVERSATION_BUSY'],
  }),
  askInstead: endpoint({
    method: 'POST',
    path: '/api/v1/runs/:id/instead',
    tag: 'Runs',
    summary: 'Ask again, or something else, in the place of a run',
    description:
      'The conversation goes back to before the run and on from there, with its workflow and its files; without a `message`, with the same words. The run becomes a branch. What is at work in the conversation is stopped.',
    action: 'conversation.change',
    params: idParams,
    body: z.strictObject({ message: z.string().min(1).max(1_000_000).optional() }),
    status: 201,
    reply: runSchema,
    startsWork: 'other',
    errors: [
      'RUN_NOT_FOUND',
      'FILE_NOT_FOUND',
      'FILE_NOT_TAKEN',
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_INVALID',
      'CONVERSATION_BUSY',
      'VALUE_NOT_STORABLE',
    ],
  }),
};
