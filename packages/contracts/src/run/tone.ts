import { z } from 'zod';

export const toneSchema = z.enum(['natural', 'explanatory', 'formal', 'concise', 'learning']);
export type Tone = z.infer<typeof toneSchema>;

/** What each tone asks of whoever writes the answer. */
export const toneDescriptions: Record<Tone, string> = {
  natural: 'Talk as a friendly person would: warm, plain and easy to follow.',
  explanatory: 'Explain thoroughly: give the reasons, an example, and a comparison where one helps.',
  formal: 'Write in a professional register, well organised, without colloquial phrases.',
  concise: 'Give only what matters, in as few words as will do.',
  learning: 'Teach: build the answer up in steps so that the reader could do it alone next time.',
};

/** A tone as it comes in: blank or `null` is none, and `natural` then; an unknown one is an error. */
export const givenToneSchema = z
  .preprocess(
    (given: string | null | undefined) =>
      typeof given === 'string' ? given.trim().toLowerCase() || undefined : (given ?? undefined),
    toneSchema.optional(),
  )
  .optional()
  .describe('How the answer is written; `natural` when absent, blank or null.');

/** A missing, blank or unknown tone means the default one. */
export function toneOrDefault(tone: string | null | undefined): Tone {
  const parsed = toneSchema.safeParse(tone?.trim().toLowerCase());
  return parsed.success ? parsed.data : 'natural';
}
