/** Text in word-sized pieces, each with the space before it; joined they are the text again. */
export function splitTokens(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? [];
}
