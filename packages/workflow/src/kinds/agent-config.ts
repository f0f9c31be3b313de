import { z } from 'zod';
import { configReader } from './config-reader.ts';
import { labelSchema } from './label-schema.ts';

export const agentConfigSchema = z.strictObject({
  /** Labels the agent may choose; by default the values of its CONDITIONAL edges. */
  routes: z.array(labelSchema).optional(),
  /** The label when the agent neither chose one nor called a tool. */
  defaultLabel: labelSchema.optional(),
  /** Offers the tool `back`, which returns this label; so does a plain answer. */
  returnLabel: labelSchema.optional(),
  /** The label when the model fails: the answer gets poorer, the run goes on. Without it the run fails. */
  errorLabel: labelSchema.optional(),
  /** Appended to the agent's prompt. */
  instructions: z.string().optional(),
  stream: z.boolean().optional(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

export const readAgentConfig = configReader(agentConfigSchema);
