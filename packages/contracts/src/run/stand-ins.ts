// Where a run waits for whoever watches it, and what it is given in the place of models and tools.
import { z } from 'zod';

const name = z.string().min(1).max(200);
const names = z.array(name).max(500);

/** Nodes around which a run waits for a person, by their names; `*` stands for all of them. */
export const runPausesSchema = z.object({ before: names.exactOptional(), after: names.exactOptional() });
export type RunPauses = z.infer<typeof runPausesSchema>;

const pinnedReplySchema = z.object({
  content: z.string().max(1_000_000),
  toolCalls: z
    .array(z.object({ name, args: z.record(z.string(), z.json()) }))
    .max(100)
    .exactOptional(),
});
export type PinnedReply = z.infer<typeof pinnedReplySchema>;

export const runPinsSchema = z.object({
  /** What nodes reply without asking their model, by the node's name. */
  replies: z.record(name, pinnedReplySchema).exactOptional(),
  /** What tools give without being run, by the tool's name. */
  results: z.record(name, z.string().max(1_000_000)).exactOptional(),
});
export type RunPins = z.infer<typeof runPinsSchema>;

const words = z.string().max(1_000_000);

/** What is changed of a turn that waits, beside the messages. */
export const turnChangeSchema = z.strictObject({
  at: name
    .optional()
    .describe('The id of the node that it goes on at, as if the label of the last one had led there.'),
  answer: words.optional().describe('The answer so far.'),
  summary: words.optional().describe('What was said in messages that are no longer there.'),
  handedOver: z
    .strictObject({ from: name, reason: words })
    .nullable()
    .optional()
    .describe('Why control came here, in the words of the one who sent it.'),
  slots: z
    .record(name, z.record(z.string(), z.json()))
    .optional()
    .describe('What kinds of nodes keep for each other, such as a plan; those that are there, by name.'),
});
export type TurnChange = z.infer<typeof turnChangeSchema>;
