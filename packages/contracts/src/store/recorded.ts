// What a run got from outside beside what its events tell: with both it can be carried out again without a model, a
// tool or a clock.
import { z } from 'zod';
import { toolCallSchema } from '../run/message.ts';
import { runPausesSchema, turnChangeSchema } from '../run/stand-ins.ts';
import { usageSchema } from '../run/usage.ts';
import { userProfileSchema } from './profile-store.ts';

const recordedErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().exactOptional(),
  details: z.unknown().exactOptional(),
});
/** What somebody outside threw. */
export type RecordedError = z.infer<typeof recordedErrorSchema>;

const recordedReplySchema = z.looseObject({
  content: z.string(),
  toolCalls: z.array(toolCallSchema),
  usage: usageSchema,
  finishReason: z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'unknown']),
  model: z.string(),
});

/** How what a model says came: the pieces of its text, its thoughts and the arguments of its calls, in their order. */
const recordedStreamSchema = z.object({
  lengths: z.array(z.number().int()),
  /** Milliseconds after the piece before. */
  waits: z.array(z.number().int()),
  /** What each piece is of, a character a piece: `0` for the text, else the number of an aside. All text when absent. */
  of: z.string().exactOptional(),
  /** Of a reply that did not stand, or did not come to its end. */
  text: z.string().exactOptional(),
  /** Calls by their id and name, thoughts without; the text is absent where the reply has it. */
  asides: z
    .array(
      z.object({
        id: z.string().exactOptional(),
        name: z.string().exactOptional(),
        text: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
});
export type RecordedStream = z.infer<typeof recordedStreamSchema>;

const recordedCallSchema = z.object({
  type: z.literal('model'),
  /** Digests of what was sent: the system prompt, the messages, the tools, and the rest. See `requestDigest`. */
  request: z.string(),
  /** How long it took, in milliseconds. */
  ms: z.number().int(),
  pieces: recordedStreamSchema.exactOptional(),
  /** What had begun to come and was asked for anew. */
  restarted: z.array(recordedStreamSchema).exactOptional(),
  /** Attempts that failed before: of which model, and the code of the error. */
  failed: z.array(z.tuple([z.string(), z.string()])).exactOptional(),
  /** Absent when the call failed, or was stopped. */
  reply: recordedReplySchema.exactOptional(),
  /** The message whose text is that of the reply; `reply.content` is then empty. */
  shownAs: z.string().exactOptional(),
  /** Absent also when the call was stopped. */
  error: recordedErrorSchema.exactOptional(),
});
/** What a model made of one request. Secrets are masked. */
export type RecordedCall = z.infer<typeof recordedCallSchema>;

const recordedAttemptSchema = z.object({
  type: z.literal('attempt'),
  /** From 1: the first time it was taken up, and each time after a crash or with a person's answer. */
  attempt: z.number().int(),
  time: z.string(),
  /** Number of the last event that was stored by then. */
  seq: z.number().int(),
  /** Number of the last step of the conversation that was stored by then. */
  step: z.number().int(),
});
/** That a run was taken up. */
export type RecordedAttempt = z.infer<typeof recordedAttemptSchema>;

export const recordedEntrySchema = z.discriminatedUnion('type', [
  recordedAttemptSchema,
  recordedCallSchema,
  /** What the attempt began with. */
  z.object({
    type: z.literal('begun'),
    /** The model of those who name none. */
    model: z.string(),
    /** What a person said, for whom the run had waited. */
    answer: z
      .object({
        text: z.string(),
        label: z.string().exactOptional(),
        args: z.record(z.string(), z.record(z.string(), z.json())).exactOptional(),
        /** Where the run waits from here on. */
        pauses: runPausesSchema.exactOptional(),
        /** What was changed of the turn. */
        turn: turnChangeSchema.exactOptional(),
      })
      .exactOptional(),
    /** What providers had said before of how much their models take, by the model's name. */
    learnt: z
      .record(
        z.string(),
        z.object({
          context: z.number().exactOptional(),
          output: z.number().exactOptional(),
          factor: z.number().exactOptional(),
        }),
      )
      .exactOptional(),
  }),
  /** What was known of the user when it was asked for; `null` for nothing. */
  z.object({ type: z.literal('profile'), profile: userProfileSchema.nullable() }),
  /** What a node kind came to that a plugin brought. */
  z.object({
    type: z.literal('visit'),
    node: z.string(),
    result: z.unknown().exactOptional(),
    error: recordedErrorSchema.exactOptional(),
  }),
  /** That the run was stopped, after the event of that number. */
  z.object({ type: z.literal('stop'), why: z.enum(['timeout', 'cancel']), seq: z.number().int() }),
]);
/** One thing that came from outside, in the order in which they came. */
export type RecordedEntry = z.infer<typeof recordedEntrySchema>;
