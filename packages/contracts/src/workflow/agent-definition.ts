import { z } from 'zod';

export const agentDefinitionSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  description: z.string().optional(),
  systemPrompt: z.string(),
  /** `provider:model`; the default model when absent. */
  model: z.string().min(1).nullish(),
  /** Names of the tools it may call. */
  tools: z.array(z.string().min(1)).optional(),
  /** A hint for whoever writes an answer that used this agent. */
  responseSuggestion: z.string().optional(),
  /** JSON Schema of its part of a structured answer. */
  responseSchema: z.record(z.string(), z.json()).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.number().int().positive().optional(),
});
/** An agent kept as data: a row of its own, or an entry of a workflow file's `agents`. */
export type AgentDefinition = z.infer<typeof agentDefinitionSchema>;
