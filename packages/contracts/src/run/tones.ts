export const tones = ['natural', 'explanatory', 'formal', 'concise', 'learning'] as const;
export type Tone = (typeof tones)[number];

/** What each tone asks of whoever writes the answer. */
export const toneDescriptions: Record<Tone, string> = {
  natural: 'Talk as a friendly person would: warm, plain and easy to follow.',
  explanatory: 'Explain thoroughly: give the reasons, an example, and a comparison where one helps.',
  formal: 'Write in a professional register, well organised, without colloquial phrases.',
  concise: 'Give only what matters, in as few words as will do.',
  learning: 'Teach: build the answer up in steps so that the reader could do it alone next time.',
};

/** A missing, blank or unknown tone means the default one. */
export function toneOrDefault(tone: string | null | undefined): Tone {
  const given = tone?.trim().toLowerCase();
  return tones.find((known) => known === given) ?? 'natural';
}
