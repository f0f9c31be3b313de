/** How well a text fits what was typed; `undefined` when a letter is missing. Higher is better. */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = typed.trim().toLowerCase();
  const letters = text.toLowerCase();
  const whole = letters.indexOf(wanted);
  if (whole >= 0)
    return (startsWord(letters, whole) ? 1000 : wanted.length * 6) - whole / 10 - letters.length / 100;
  let score = 0;
  let at = -1;
  for (const letter of wanted.replaceAll(/\s+/g, '')) {
    const next = letters.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    if (next === at + 1) score += 5;
    if (startsWord(letters, next)) score += 10;
    score -= (next - at) / 10;
    at = next;
  }
  return score;
}

const startsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
