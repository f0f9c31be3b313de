// The messages between Cadence and the process of a plugin, one JSON text a line. Those of the child are validated:
// its code is not ours.
import type { Readable } from 'node:stream';
import {
  CadenceError,
  type ErrorCode,
  errorCodes,
  type JsonValue,
  pluginConfigSchema,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { inspectPhases, type ModuleTarget } from '../inspect/inspect-module.ts';
import { type CarriedReply, carriedRequestSchema } from './carried-fetch.ts';

export type ToChild =
  | { type: 'load'; target: ModuleTarget; asksPlugin: boolean }
  | { type: 'call'; id: number; tool: string; args: unknown; context: CallContext }
  | { type: 'fetched'; request: number; reply: CarriedReply | { error: DescribedError } }
  | { type: 'abort'; id: number }
  | { type: 'config'; entered: JsonValue | undefined }
  | { type: 'ping' };

export interface CallContext {
  idempotencyKey: string;
  userId: string | undefined;
  conversationId: string | undefined;
}

const jsonObject = z.record(z.string(), z.json());
const id = z.number().int();

const problemSchema = z.strictObject({
  severity: z.enum(['error', 'warning']),
  code: z.string().max(100),
  path: z.string().max(1000),
  message: z.string().max(5000),
  hint: z.string().max(1000),
});

/** A tool without what only its own process can do. */
export const describedToolSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  input: jsonObject,
  timeoutMs: z.number().optional(),
  retries: z.number().optional(),
  idempotent: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  requiresApproval: z.boolean().optional(),
});
export type DescribedTool = z.infer<typeof describedToolSchema>;

export const describedPluginSchema = z.strictObject({
  problems: z.array(problemSchema).max(1000),
  metadata: jsonObject.optional(),
  responseSchema: jsonObject.optional(),
  agent: z.strictObject({ systemPrompt: z.string(), tools: z.array(describedToolSchema) }).optional(),
  config: pluginConfigSchema.omit({ entered: true }).optional(),
  health: z.strictObject({ healthy: z.boolean(), details: z.json().exactOptional() }).optional(),
});
export type DescribedPlugin = z.infer<typeof describedPluginSchema>;

const describedErrorSchema = z.strictObject({
  /** Of a CadenceError. */
  code: z.string().optional(),
  name: z.string().max(200),
  message: z.string().max(5000),
  hint: z.string().max(2000).optional(),
  /** Lines of the stack. */
  at: z.string().max(3000).optional(),
});
export type DescribedError = z.infer<typeof describedErrorSchema>;

/** Pictures and files of a result. */
const resultFilesSchema = z.array(
  z.strictObject({ name: z.string(), mediaType: z.string(), base64: z.string() }),
);

export const fromChildSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('phase'), phase: z.enum(inspectPhases) }),
  z.strictObject({ type: z.literal('wants-config'), slug: z.string().max(200) }),
  z.strictObject({ type: z.literal('loaded'), plugin: describedPluginSchema }),
  z.strictObject({ type: z.literal('emit'), id, data: jsonObject }),
  z.strictObject({ type: z.literal('log'), id, message: z.string(), fields: jsonObject.optional() }),
  z.strictObject({ type: z.literal('fetch'), id, request: z.number().int(), sent: carriedRequestSchema }),
  z.strictObject({
    type: z.literal('result'),
    id,
    output: z.string(),
    files: resultFilesSchema.exactOptional(),
  }),
  z.strictObject({ type: z.literal('error'), id, error: describedErrorSchema }),
  z.strictObject({ type: z.literal('aborting'), id }),
  z.strictObject({ type: z.literal('pong') }),
  z.strictObject({ type: z.literal('dying'), error: describedErrorSchema }),
]);
export type FromChild = z.infer<typeof fromChildSchema>;

/** A line that the child sent, if it is one of ours. */
export function readFromChild(line: string): FromChild | undefined {
  try {
    return fromChildSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

export const asJsonObject = (value: unknown): Record<string, JsonValue> => jsonObject.parse(value);

/** The longest message that either side accepts, so that neither can fill the memory of the other. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** Calls `onLine` for every line of a stream. If one is too long, calls `onTooLong` and stops. */
export function readLines(stream: Readable, onLine: (line: string) => void, onTooLong: () => void): void {
  let parts: string[] = [];
  let length = 0;
  const read = (chunk: string) => {
    const pieces = chunk.split('\n');
    for (const [index, piece] of pieces.entries()) {
      length += piece.length;
      if (length > LONGEST_LINE) {
        parts = [];
        stream.off('data', read).resume();
        return onTooLong();
      }
      parts.push(piece);
      if (index === pieces.length - 1) continue;
      const line = parts.join('');
      parts = [];
      length = 0;
      onLine(line);
    }
  };
  stream.setEncoding('utf8').on('data', read);
}

/** The part of an error that leaves the process: no cause, no details; where it was thrown is for the log. */
export function describeError(error: unknown): DescribedError {
  if (CadenceError.is(error)) {
    const { code, message, hint } = error;
    return {
      code,
      name: error.name,
      message: cut(message, 5000),
      at: framesOf(error),
      ...(hint !== undefined && { hint: cut(hint, 2000) }),
    };
  }
  return error instanceof Error
    ? { name: cut(String(error.name), 200), message: cut(String(error.message), 5000), at: framesOf(error) }
    : { name: 'Error', message: cut(String(error), 5000) };
}

/** The same kind of error on the side of Cadence. */
export function rebuiltError({ code, name, message, hint, at = '' }: DescribedError): Error {
  const isOurs = code !== undefined && isErrorCode(code);
  const error = isOurs ? new CadenceError(code, message, { hint }) : new Error(message);
  if (!isOurs) error.name = name;
  // The real one would show this line, not where the error comes from.
  error.stack = [`${error.name}: ${message}`, at].filter(Boolean).join('\n');
  return error;
}

const MOST_FRAMES = 12;

/** The lines of the stack after the message, which it repeats. */
function framesOf(error: Error): string {
  const [stack, message] = [String(error.stack), String(error.message)];
  const repeated = stack.indexOf(message);
  const lines = repeated < 0 ? [] : stack.slice(repeated + message.length).split('\n');
  const frames = lines.filter((line) => line.startsWith('    at ')).slice(0, MOST_FRAMES);
  return cut(frames.join('\n'), 3000);
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
