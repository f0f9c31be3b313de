import { z } from 'zod';
import { configReader } from './config-reader.ts';
import { labelSchema } from './label-schema.ts';

export const handoffConfigSchema = z.strictObject({
  /** What the person is asked. */
  question: z.string().optional(),
  /** Labels the person may pick; by default the values of the node's CONDITIONAL edges. */
  choices: z.array(labelSchema).optional(),
});
export type HandoffConfig = z.infer<typeof handoffConfigSchema>;

export const readHandoffConfig = configReader(handoffConfigSchema);
