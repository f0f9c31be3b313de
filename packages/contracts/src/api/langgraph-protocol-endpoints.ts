// The thread protocol of LangGraph's newer clients: commands, and one stream of all that happens on a thread.
import { z } from 'zod';
import { endpoint, MOST_INTEGER, pathIdSchema } from './endpoint.ts';
import { langGraphCommon as common } from './langgraph-schemas.ts';

const threadParams = z.strictObject({ thread_id: pathIdSchema });

/** Numbers grow along the thread; the same event has the same id whenever it is told. */
const eventSchema = z
  .object({
    type: z.literal('event'),
    event_id: z.string(),
    seq: z.number().int(),
    method: z.string(),
    params: z.object({
      namespace: z.array(z.string()),
      timestamp: z.number(),
      node: z.string().optional(),
      data: z.unknown(),
    }),
  })
  .meta({ id: 'LangGraphThreadEvent' });

export const langGraphProtocolEndpoints = {
  langGraphThreadCommand: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/:thread_id/commands',
    takesFiles: true,
    summary: 'Start a run, answer a question, or read the state',
    description:
      'Commands: `run.start`, `input.respond`, `state.get`, `agent.getTree`. What is wrong with one is told in the reply.',
    action: 'message.send',
    params: threadParams,
    body: z.looseObject({
      id: z.number().int().min(0),
      method: z.string().max(100),
      params: z.record(z.string(), z.unknown()).optional(),
    }),
    status: 200,
    reply: z.discriminatedUnion('type', [
      z.object({
        type: z.literal('success'),
        id: z.number(),
        result: z.unknown(),
        meta: z.unknown().optional(),
      }),
      z.object({ type: z.literal('error'), id: z.number(), error: z.string(), message: z.string() }),
    ]),
    startsWork: 'run',
    errors: [
      'CONVERSATION_NOT_FOUND',
      'WORKFLOW_NOT_FOUND',
      'WORKFLOW_INVALID',
      'NOT_FOUND',
      'PLUGIN_AWAY',
      'VALUE_NOT_STORABLE',
    ],
  }),
  langGraphThreadEvents: endpoint({
    ...common,
    method: 'POST',
    path: '/threads/:thread_id/stream/events',
    summary: 'The events of a thread: of the run at hand from its beginning, and of all that follow',
    action: 'run.read',
    params: threadParams,
    body: z.looseObject({
      /** `values`, `updates`, `messages`, `tools`, `custom`, `checkpoints`, `lifecycle`, `input`. */
      channels: z.array(z.string().max(200)).max(100),
      namespaces: z
        .array(z.array(z.string().max(200)).max(100))
        .max(100)
        .optional(),
      depth: z.number().int().min(0).max(MOST_INTEGER).optional(),
      /** Events up to this number are left out. */
      since: z.number().int().min(0).optional(),
    }),
    status: 200,
    reply: z.string(),
    stream: 'always',
    lasting: true,
    events: eventSchema,
    errors: ['CONVERSATION_NOT_FOUND'],
  }),
};
