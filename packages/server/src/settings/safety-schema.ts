import { ingressConfigSchema } from '@cadence/workflow';
import { z } from 'zod';

const safetySchema = ingressConfigSchema.omit({ windowTokens: true }).extend({
  /** Regular expressions of what no tool result may show, beside keys and tokens of well-known forms. */
  secretPatterns: z
    .array(z.string().min(1).max(1000).refine(isPattern, 'must be a regular expression'))
    .optional(),
});
/** What messages, users and tools may do. */
export type Safety = z.infer<typeof safetySchema>;

/** An object in `cadence.config.ts`, JSON in the environment. */
export const safetySettingSchema: z.ZodType<Safety> = z.union([
  safetySchema,
  z.string().transform((text, context) => {
    const parsed = safetySchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue(z.prettifyError(parsed.error));
    return z.NEVER;
  }),
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'g') instanceof RegExp;
  } catch {
    return false;
  }
}
