import { z } from 'zod';
import { configReader } from './config-reader.ts';
import { windowSchema } from './window-schema.ts';

const patternSchema = z.string().min(1).max(1000).refine(isPattern, 'must be a regular expression');

export const ingressConfigSchema = z.strictObject({
  /** The longest message that is taken on. Default 20,000. */
  maxInputChars: z.number().int().positive().optional(),
  /** Regular expressions, without regard to case; a message that one of them matches is refused. */
  blockedPatterns: z.array(patternSchema).optional(),
  /** The tools each role may use; `*` stands for people without a role that is listed. All tools when absent. */
  toolsByRole: z.record(z.string().min(1), z.array(z.string().min(1))).optional(),
  /** What a model is asked to refuse, in words; no model is asked when absent. */
  policy: z.string().min(1).max(10_000).optional(),
  /** `provider:model` that applies the policy; the default model when absent. */
  model: z.string().min(1).optional(),
  windowTokens: windowSchema,
});
export type IngressConfig = z.infer<typeof ingressConfigSchema>;

export const readIngressConfig = configReader(ingressConfigSchema);

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
}
