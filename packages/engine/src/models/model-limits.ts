// What models take and write, as known in November 2026; of the versions behind a name, the one that takes least. A name
// that is not here takes the setting; what a provider says in an error counts for more than this table.

export interface ModelLimits {
  /** Tokens of a request and its reply together. */
  context: number;
  /** The most tokens of one reply. */
  output: number;
  /** Thinks before it answers, which takes output tokens too. */
  thinks?: true;
  /** Is not shown pictures. */
  blind?: true;
  /** Reads PDFs as they are. */
  pdf?: true;
}

/** By how the name begins; of several that fit, the longest counts. */
const table: Readonly<Record<string, ModelLimits>> = {
  'gpt-3.5-turbo': { context: 16_385, output: 4_096, blind: true },
  'gpt-4': { context: 8_192, output: 8_192, blind: true },
  'gpt-4-turbo': { context: 128_000, output: 4_096 },
  'gpt-4.1': { context: 1_047_576, output: 32_768, pdf: true },
  'gpt-4o': { context: 128_000, output: 16_384, pdf: true },
  'chatgpt-4o': { context: 128_000, output: 16_384, pdf: true },
  'gpt-5': { context: 400_000, output: 128_000, thinks: true, pdf: true },
  'gpt-5-chat': { context: 128_000, output: 16_384, pdf: true },
  'gpt-oss': { context: 131_072, output: 65_536, thinks: true, blind: true },
  o1: { context: 200_000, output: 100_000, thinks: true, pdf: true },
  'o1-mini': { context: 128_000, output: 65_536, thinks: true, blind: true },
  'o3-mini': { context: 200_000, output: 100_000, thinks: true, blind: true },
  o3: { context: 200_000, output: 100_000, thinks: true, pdf: true },
  'o4-mini': { context: 200_000, output: 100_000, thinks: true, pdf: true },
  'claude-3-haiku': { context: 200_000, output: 4_096 },
  'claude-3-opus': { context: 200_000, output: 4_096 },
  'claude-3-5': { context: 200_000, output: 8_192 },
  'claude-3-7': { context: 200_000, output: 64_000 },
  'claude-haiku-4': { context: 200_000, output: 64_000 },
  'claude-sonnet-4': { context: 200_000, output: 64_000 },
  'claude-opus-4': { context: 200_000, output: 32_000 },
  'gemini-1.5-flash': { context: 1_048_576, output: 8_192 },
  'gemini-1.5-pro': { context: 2_097_152, output: 8_192 },
  'gemini-2.0-flash': { context: 1_048_576, output: 8_192 },
  'gemini-2.5': { context: 1_048_576, output: 65_536, thinks: true },
  'gemini-3': { context: 1_048_576, output: 65_536, thinks: true },
  'mistral-large': { context: 131_072, output: 16_384, blind: true },
  'mistral-medium': { context: 131_072, output: 16_384 },
  'mistral-small': { context: 32_768, output: 8_192 },
  'deepseek-chat': { context: 65_536, output: 8_192, blind: true },
  'deepseek-reasoner': { context: 65_536, output: 32_768, thinks: true, blind: true },
  'grok-3': { context: 131_072, output: 16_384, blind: true },
  'grok-4': { context: 256_000, output: 32_768, thinks: true },
  'command-r': { context: 128_000, output: 4_096, blind: true },
  'llama-3.1': { context: 131_072, output: 8_192, blind: true },
  'llama-3.3': { context: 131_072, output: 8_192, blind: true },
};

const longestFirst = Object.keys(table).sort((a, b) => b.length - a.length);

/** What is known of a model by its name: `provider:model`, where the model may have a path before it. */
export function knownLimits(name: string): ModelLimits | undefined {
  const model = name.slice(Math.max(name.lastIndexOf('/'), name.indexOf(':')) + 1).toLowerCase();
  const known = longestFirst.find((beginning) => model.startsWith(beginning));
  return known === undefined ? undefined : table[known];
}
