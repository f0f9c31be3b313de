// What the fake model server can be told to do with a request.
import { z } from 'zod';

const millisecondsSchema = z.number().int().nonnegative();

const fakeToolCallSchema = z.strictObject({
  name: z.string(),
  /** A string is sent as it is, so that it need not be JSON, nor an object. */
  arguments: z.union([z.string(), z.record(z.string(), z.json())]),
  /** Default `call_<request>_<number>`, both counted from 1; `null` sends the call without an id. */
  id: z.string().nullable().optional(),
});
export type FakeToolCall = z.infer<typeof fakeToolCallSchema>;

const wireSchema = z.strictObject({
  lineEnding: z.enum(['lf', 'crlf']).optional(),
  /** An event a packet (the default), all of them in one, or packets of so many bytes wherever they fall. */
  packets: z.union([z.literal('event'), z.literal('all'), z.number().int().positive()]).optional(),
  /** A comment line before each event, as proxies send to keep a connection alive. */
  comments: z.boolean().optional(),
  /** A line that is no field of an event stream before each event. */
  garbage: z.boolean().optional(),
});
/** How the bytes of a streamed answer look; a reply that is not streamed ignores it. */
export type Wire = z.infer<typeof wireSchema>;

const every = {
  /** Pause before the first byte. */
  delayMs: millisecondsSchema.optional(),
  /** Only for the last of a queue: it answers all further requests. */
  repeat: z.boolean().optional(),
};
const answer = {
  /** What the model thinks before it speaks, as `reasoning_content`. */
  reasoning: z.string().optional(),
  text: z.string().optional(),
  toolCalls: z.array(fakeToolCallSchema).optional(),
  usage: z.strictObject({ inputTokens: z.number().int(), outputTokens: z.number().int() }).optional(),
  /** Pause before each token of a streamed answer. */
  tokenDelayMs: millisecondsSchema.optional(),
  /** Puts the time at which a token is sent, in milliseconds since the epoch, in place of `@now` in it. */
  clock: z.boolean().optional(),
  wire: wireSchema.optional(),
};
// Pieces of streamed arguments count as tokens. An answer that is not streamed stops halfway through its body.
const afterTokens = z.number().int().nonnegative().optional();

export const behaviourSchema = z.discriminatedUnion('kind', [
  /** Text, tool calls, both, or an empty answer when neither is given. */
  z.strictObject({
    kind: z.literal('reply'),
    ...every,
    ...answer,
    finishReason: z.enum(['stop', 'tool_calls', 'length', 'content_filter']).optional(),
  }),
  z.strictObject({ kind: z.literal('huge'), ...every, megabytes: z.number().positive().max(512) }),
  /** An error status with OpenAI's error object as its body. */
  z.strictObject({
    kind: z.literal('refuse'),
    ...every,
    status: z.number().int().min(400).max(599),
    message: z.string().optional(),
    code: z.string().nullable().optional(),
    /** Seconds, or the text of the header: an HTTP date, or something that is none. */
    retryAfter: z.union([z.number(), z.string()]).optional(),
  }),
  /** Keeps the connection open and silent: before the headers, or after so many tokens. */
  z.strictObject({ kind: z.literal('hang'), ...every, ...answer, afterTokens }),
  /** Destroys the socket: before any byte, or after so many tokens. */
  z.strictObject({ kind: z.literal('cut'), ...every, ...answer, afterTokens }),
  /** Ends the stream in good order, but without a finish reason and `[DONE]`. */
  z.strictObject({ kind: z.literal('unfinished'), ...every, ...answer }),
  /** An `error` object in place of the rest of the stream, under status 200. */
  z.strictObject({
    kind: z.literal('stream-error'),
    ...every,
    ...answer,
    afterTokens,
    message: z.string().optional(),
    code: z.string().nullable().optional(),
  }),
  /** Status 200 and JSON that breaks off. */
  z.strictObject({ kind: z.literal('invalid-json'), ...every }),
  z.strictObject({
    kind: z.literal('redirect'),
    ...every,
    location: z.string(),
    /** Default 307. */
    status: z
      .union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)])
      .optional(),
  }),
]);
export type Behaviour = z.infer<typeof behaviourSchema>;

/** The behaviours that send an answer, or the beginning of one. */
export type Answering = Extract<
  Behaviour,
  { kind: 'reply' | 'hang' | 'cut' | 'unfinished' | 'stream-error' }
>;
