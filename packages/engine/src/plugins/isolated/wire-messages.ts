// What the two sides say to each other, one JSON text a line. What the child says is checked: it is not ours.
import type { JsonValue } from '@cadence/contracts';
import { z } from 'zod';
import { examinePhases, type ModuleTarget } from '../inspect/inspect-module.ts';

/** Events and log lines that one call may send. */
export const MESSAGES_PER_CALL = 1000;

export type ToChild =
  | { type: 'load'; target: ModuleTarget; asksPlugin: boolean }
  | { type: 'call'; id: number; tool: string; args: unknown; context: CallContext }
  | { type: 'abort'; id: number }
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
  health: z.strictObject({ healthy: z.boolean(), details: z.json().exactOptional() }).optional(),
});
export type DescribedPlugin = z.infer<typeof describedPluginSchema>;

const describedErrorSchema = z.strictObject({
  /** Of a CadenceError. */
  code: z.string().optional(),
  name: z.string().max(200),
  message: z.string().max(5000),
  hint: z.string().max(2000).optional(),
});
export type DescribedError = z.infer<typeof describedErrorSchema>;

export const fromChildSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('phase'), phase: z.enum(examinePhases) }),
  z.strictObject({ type: z.literal('loaded'), plugin: describedPluginSchema }),
  z.strictObject({ type: z.literal('emit'), id, data: jsonObject }),
  z.strictObject({ type: z.literal('log'), id, message: z.string(), fields: jsonObject.optional() }),
  z.strictObject({ type: z.literal('result'), id, output: z.string() }),
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
