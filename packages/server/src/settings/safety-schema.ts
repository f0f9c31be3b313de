import { ingressConfigSchema } from '@cadence/workflow';
import { z } from 'zod';
import { jsonSetting } from './json-setting.ts';

const safetySchema = ingressConfigSchema.omit({ windowTokens: true }).extend({
  /** Regular expressions of what no tool result may show, beside keys and tokens of well-known forms. */
  secretPatterns: z
    .array(z.string().min(1).max(1000).refine(isPattern, 'must be a regular expression'))
    .optional(),
});
/** What messages, users and tools may do. */
export type Safety = z.infer<typeof safetySchema>;

export const safetySettingSchema: z.ZodType<Safety> = jsonSetting(safetySchema);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'g') instanceof RegExp;
  } catch {
    return false;
  }
}
