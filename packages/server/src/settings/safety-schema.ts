import { ingressConfigSchema, patternSchema } from '@cadence-agents/workflow';
import { z } from 'zod';
import { jsonSetting } from './json-setting.ts';

const safetySchema = ingressConfigSchema.omit({ windowTokens: true }).extend({
  /** Regular expressions of what no tool result may show, beside keys and tokens of well-known forms. */
  secretPatterns: z.array(patternSchema).max(100).optional(),
});
/** What messages, users and tools may do. */
export type Safety = z.infer<typeof safetySchema>;

export const safetySettingSchema: z.ZodType<Safety> = jsonSetting(safetySchema);
