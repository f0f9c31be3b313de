// The objects of LangGraph's Agent Server.
import { z } from 'zod';
import { errorReplySchema, jsonRecord } from './endpoint.ts';

const errorSchema = z
  .object({
    /** The message, where this API's clients look for it. */
    detail: z.string(),
    error: errorReplySchema.shape.error,
  })
  .meta({ id: 'LangGraphError' });

export const langGraphCommon = { tag: 'LangGraph', errorReply: errorSchema } as const;

/** Fields that ask for something that is not done here must be empty rather than passed over. */
export const notTaken = (why: string) =>
  z.union([z.null(), z.array(z.unknown()).max(0)], { error: `is not taken: ${why}` }).optional();

export const offsetFields = {
  limit: z.number().int().min(1).max(1_000).nullish(),
  offset: z.number().int().min(0).max(1_000_000).nullish(),
};

export const assistantSchema = z
  .object({
    assistant_id: z.string(),
    graph_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    version: z.number().int(),
    config: jsonRecord,
    context: jsonRecord,
    metadata: jsonRecord,
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'LangGraphAssistant' });
export type LangGraphAssistant = z.infer<typeof assistantSchema>;

const interruptSchema = z.object({
  id: z.string(),
  value: z.unknown(),
});
export type LangGraphInterrupt = z.infer<typeof interruptSchema>;

/** `messages` in LangChain's form, `answer`, `structured`, and `__interrupt__` while a person is asked. */
export const valuesSchema = z.record(z.string(), z.unknown());

export const threadSchema = z
  .object({
    thread_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    state_updated_at: z.string(),
    metadata: jsonRecord,
    status: z.enum(['idle', 'busy', 'interrupted', 'error']),
    config: jsonRecord,
    values: valuesSchema,
    interrupts: z.record(z.string(), z.array(interruptSchema)),
    error: z.string().nullable(),
  })
  .meta({ id: 'LangGraphThread' });
export type LangGraphThread = z.infer<typeof threadSchema>;

const checkpointSchema = z.object({
  thread_id: z.string(),
  checkpoint_ns: z.string(),
  checkpoint_id: z.string().nullable(),
  checkpoint_map: jsonRecord,
});
export type LangGraphCheckpoint = z.infer<typeof checkpointSchema>;

export const threadStateSchema = z
  .object({
    values: valuesSchema,
    /** The nodes that come next; empty when nothing is under way. */
    next: z.array(z.string()),
    tasks: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        error: z.string().nullable(),
        interrupts: z.array(interruptSchema),
        checkpoint: z.null(),
        state: z.null(),
        result: z.null(),
      }),
    ),
    metadata: jsonRecord,
    created_at: z.string().nullable(),
    checkpoint: checkpointSchema,
    parent_checkpoint: checkpointSchema.nullable(),
    interrupts: z.array(interruptSchema),
  })
  .meta({ id: 'LangGraphState' });
export type LangGraphState = z.infer<typeof threadStateSchema>;

export const runSchema = z
  .object({
    run_id: z.string(),
    thread_id: z.string(),
    assistant_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    status: z.enum(['pending', 'running', 'success', 'error', 'interrupted']),
    metadata: jsonRecord,
    multitask_strategy: z.string().nullable(),
  })
  .meta({ id: 'LangGraphRun' });
export type LangGraphRun = z.infer<typeof runSchema>;
