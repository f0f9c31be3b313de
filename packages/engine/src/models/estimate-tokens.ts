/** How many tokens a text has, where the provider does not count them. */
export function estimateTokens(chars: number): number {
  return Math.ceil(chars / 4);
}
