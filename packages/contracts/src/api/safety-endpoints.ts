import { z } from 'zod';
import { endpoint, MOST_INTEGER } from './endpoint.ts';

const tag = 'Operation';
const patterns = z.array(z.string().min(1).max(1_000)).max(100);

const safetyRulesSchema = z
  .object({
    /** A message that one of them matches is refused, whatever its case. */
    blockedPatterns: z.array(z.string()),
    /** What one of them matches is masked, beside keys and tokens of well-known forms. */
    secretPatterns: z.array(z.string()),
    /** The longest message that is taken. */
    maxInputChars: z.number().int(),
    /** What a model is asked to refuse, in words. */
    policy: z.string().nullable(),
    /** The tools that each role may use; all when `null`. */
    toolsByRole: z.record(z.string(), z.array(z.string())).nullable(),
  })
  .meta({ id: 'SafetyRules' });
export type ApiSafetyRules = z.infer<typeof safetyRulesSchema>;

const safetyTrialSchema = z
  .object({
    /** Whether the message would be refused by its length or a pattern; the policy, which asks a model, is not tried. */
    refused: z.boolean(),
    isTooLong: z.boolean(),
    patterns: z.array(
      z.object({
        kind: z.enum(['blocked', 'secret']),
        pattern: z.string(),
        matches: z.boolean(),
        /** Why it cannot be used. */
        problem: z.string().nullable(),
      }),
    ),
    /** The text as the log, the record and readers get it where secrets are masked. */
    masked: z.string(),
  })
  .meta({ id: 'SafetyTrial' });
export type ApiSafetyTrial = z.infer<typeof safetyTrialSchema>;

export const safetyEndpoints = {
  getSafety: endpoint({
    method: 'GET',
    path: '/api/v1/safety',
    tag,
    summary: 'The rules of the service on what is said and shown',
    action: 'safety.read',
    status: 200,
    reply: safetyRulesSchema,
    errors: [],
  }),
  trySafety: endpoint({
    method: 'POST',
    path: '/api/v1/safety/try',
    tag,
    summary: 'See what the rules do to a text, those in force or others',
    description: 'Nothing is kept of it, and no model is asked.',
    action: 'safety.try',
    body: z.strictObject({
      text: z.string().max(100_000),
      /** In place of those in force. */
      blockedPatterns: patterns.optional(),
      secretPatterns: patterns.optional(),
      maxInputChars: z.number().int().positive().max(MOST_INTEGER).optional(),
    }),
    status: 200,
    reply: safetyTrialSchema,
    errors: [],
  }),
};
