// A run with all that it takes to carry it out again elsewhere, without a model, a tool, a key or a network. The form of
// the files that `cadence run export` writes; documented in docs/recordings.md.
import { z } from 'zod';
import { messageSchema } from '../run/message.ts';
import { partSchema } from '../run/message-parts.ts';
import { type RunEvent, runEvents } from '../run/run-event.ts';
import { turnStateSchema } from '../run/run-state.ts';
import { runPausesSchema } from '../run/stand-ins.ts';
import { toneSchema } from '../run/tone.ts';
import { recordedEntrySchema } from '../store/recorded.ts';
import { agentDefinitionSchema } from '../workflow/agent-definition.ts';
import { describedKindSchema } from '../workflow/described-kind.ts';
import { workflowDefinitionSchema } from '../workflow/workflow-definition.ts';

const jsonRecord = z.record(z.string(), z.json());

const eventFieldsSchema = z.object({
  seq: z.number().int(),
  runId: z.string(),
  time: z.string(),
  node: z.string().nullable(),
  type: z.enum(Object.keys(runEvents)),
  data: z.looseObject({}),
});
const recordedEventSchema = z.custom<RunEvent>(
  (event) => eventFieldsSchema.safeParse(event).success,
  'is not an event of a run',
);

const limitSchema = z.number().int().nullable();

/** What the workflow was compiled with, beside its definition. */
const recordedPartsSchema = z.object({
  /** Agents that the definition names and does not carry. */
  agents: z.array(agentDefinitionSchema),
  /** Those that hold where the definition sets none. */
  limits: z.object({
    maxSteps: limitSchema,
    maxAgentHops: limitSchema,
    maxToolHops: limitSchema,
    maxSameAgentRoutes: limitSchema,
    timeoutMs: z.number().int(),
    maxRetries: z.number().int(),
    maxTokens: limitSchema,
    maxOutputTokens: limitSchema,
    windowTokens: limitSchema,
  }),
  /** The rules of the service, where it has some. */
  safety: z.record(z.string(), z.unknown()).exactOptional(),
  /** The tools as models saw them, and what of them matters to a run. */
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: jsonRecord,
      readOnly: z.boolean().exactOptional(),
      idempotent: z.boolean().exactOptional(),
      requiresApproval: z.boolean().exactOptional(),
    }),
  ),
  /** The node kinds that plugins brought. */
  kinds: z.array(describedKindSchema),
  /** What the plugins were loaded from, by slug: digests. */
  plugins: z.record(z.string(), z.string()),
});
export type RecordedParts = z.infer<typeof recordedPartsSchema>;

export const recordingSchema = z
  .object({
    format: z.literal('cadence-run/2'),
    run: z.object({
      id: z.string(),
      conversationId: z.string(),
      ownerId: z.string(),
      workflowId: z.string(),
      workflowVersion: z.number().int().nullable(),
      input: z.string(),
      inputId: z.string(),
      inputParts: z.array(partSchema).nullable(),
      /** Where it began, of a run that answers no message. */
      start: z.object({ turn: z.enum(['new', 'kept']), at: z.string().exactOptional() }).exactOptional(),
      /** Where it stops and waits. */
      pauses: runPausesSchema.exactOptional(),
      tone: toneSchema,
      model: z.string().nullable(),
      status: z.string(),
      answer: z.string(),
      createdAt: z.string(),
    }),
    /** The workflow as it was run; `null` when it is gone. */
    workflow: workflowDefinitionSchema.nullable(),
    parts: recordedPartsSchema,
    /** The conversation before the run; `null` at its start. */
    before: z
      .object({
        step: z.number().int(),
        messages: z.array(messageSchema),
        turn: turnStateSchema.nullable(),
      })
      .nullable(),
    /** What came from outside; empty when the run was not recorded. */
    recorded: z.array(recordedEntrySchema),
    events: z.array(recordedEventSchema),
  })
  .meta({ id: 'Recording' });
/** A run, ready to be replayed. */
export type Recording = z.infer<typeof recordingSchema>;

/** The schema of the files, for editors and other programs. */
export const recordingJsonSchema = () =>
  z.toJSONSchema(recordingSchema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
