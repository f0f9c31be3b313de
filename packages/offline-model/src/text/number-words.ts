const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1_000, million: 1_000_000 };

const single = new Map([
  ...units.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
const anyWord = [...single.keys(), ...Object.keys(scales)].join('|');
const sequence = new RegExp(
  `\\b(?:${anyWord})(?:(?:[ -]|(?<=hundred|thousand) and )(?:${anyWord}))*\\b`,
  'gi',
);

/** The same text with `seven` as 7 and `one hundred and five` as 105. */
export function withDigits(text: string): string {
  return text.replace(sequence, (words) => valuesOf(words.toLowerCase()).join(' '));
}

/** Words that do not go on with the number before them start another one, as in `nineteen eighty`. */
function valuesOf(words: string): number[] {
  const values: number[] = [];
  let total = 0;
  let current: number | undefined;
  for (const word of words.split(/[ -]+/)) {
    const scale = scales[word];
    const value = single.get(word);
    if (scale !== undefined) {
      const scaled = (current ?? 1) * scale;
      if (scale > 100) total += scaled;
      current = scale > 100 ? 0 : scaled;
    } else if (value !== undefined) {
      if (current !== undefined && !fits(current, value, total)) {
        values.push(total + current);
        total = 0;
        current = value;
      } else current = (current ?? 0) + value;
    }
  }
  if (current !== undefined) values.push(total + current);
  return values;
}

function fits(current: number, value: number, total: number): boolean {
  if (current === 0) return total > 0;
  return current % 100 === 0 ? value < 100 : current % 10 === 0 && current % 100 >= 20 && value < 10;
}
