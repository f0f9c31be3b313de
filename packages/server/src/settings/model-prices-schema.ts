import type { ModelPrice } from '@cadence-agents/contracts';
import { z } from 'zod';

const price = z.number().nonnegative();
const pricesSchema = z.record(
  z.string().min(1),
  z.strictObject({
    input: price,
    output: price,
    cachedInput: price.optional(),
    cacheWrite: price.optional(),
  }),
);

/** An object in `cadence.config.ts`, JSON in the environment. */
export const modelPricesSchema: z.ZodType<Readonly<Record<string, ModelPrice>>> = z.union([
  pricesSchema,
  z.string().transform((text, context) => {
    try {
      return pricesSchema.parse(JSON.parse(text));
    } catch {
      context.addIssue(
        'Expected JSON: for each model its "input" and "output" price of a million tokens, and if you like those of "cachedInput" and "cacheWrite"',
      );
      return z.NEVER;
    }
  }),
]);
