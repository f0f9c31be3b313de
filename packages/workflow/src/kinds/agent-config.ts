import { z } from 'zod';
import { configReader } from './config-reader.ts';
import { labelSchema } from './label-schema.ts';

export const agentConfigSchema = z.strictObject({
  /** Labels the agent may choose; by default the values of its CONDITIONAL edges. */
  routes: z.array(labelSchema).optional(),
  /** The label when the agent neither chose one nor called a tool. */
  defaultLabel: labelSchema.optional(),
  /** Appended to the agent's prompt. */
  instructions: z.string().optional(),
  stream: z.boolean().optional(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

export const readAgentConfig = configReader(agentConfigSchema);
