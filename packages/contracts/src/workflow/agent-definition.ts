import { z } from 'zod';

export const agentDefinitionSchema = z.strictObject({
  id: z.string().min(1).describe('What nodes call it.'),
  name: z.string().min(1).describe('What people and models call it.'),
  description: z.string().optional().describe('What it is for.'),
  systemPrompt: z
    .string()
    .describe('What its model is told before all else; `{{user.name}}` and the like are filled in.'),
  model: z.string().min(1).nullish().describe('`provider:model`; the default model when absent.'),
  tools: z.array(z.string().min(1)).optional().describe('Names of the tools it may call.'),
  responseSuggestion: z
    .string()
    .optional()
    .describe('A hint for whoever writes an answer that used this agent.'),
  responseSchema: z
    .record(z.string(), z.json())
    .optional()
    .describe('JSON Schema of its part of a structured answer.'),
  temperature: z.number().min(0).max(2).optional().describe('How freely its model chooses its words.'),
  maxOutputTokens: z.number().int().positive().optional().describe('Most tokens of one reply.'),
});
/** An agent kept as data: a row of its own, or an entry of a workflow file's `agents`. */
export type AgentDefinition = z.infer<typeof agentDefinitionSchema>;
