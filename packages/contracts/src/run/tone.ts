import { z } from 'zod';
import { tones } from './tones.ts';

export const toneSchema = z.enum(tones);

/** A tone as it comes in: blank or `null` is none, and `natural` then; an unknown one is an error. */
export const givenToneSchema = z
  .preprocess(
    (given: string | null | undefined) =>
      typeof given === 'string' ? given.trim().toLowerCase() || undefined : (given ?? undefined),
    toneSchema.optional(),
  )
  .optional()
  .describe('How the answer is written; `natural` when absent, blank or null.');
