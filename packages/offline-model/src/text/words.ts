// Words as the offline model compares them: lower case, without endings, synonyms made equal.

const stopWords = new Set(
  (
    'a about after all also am an and any are as at be been but by can could did do does for from get give given ' +
    'go had has have he her him his how i if in into is it its just know let like me more my no not now of on ' +
    'one or our out please return returns shall she should show so some such tell than that the their them then ' +
    'there these they thing this to too tool up us use used user using value want was we were what when where ' +
    'which who whom why will with would you your question answer agent input result text name other need make'
  ).split(' '),
);

const synonyms: readonly [RegExp, string][] = [
  [/^(calc|math|arith|comput|evaluat|expression|equation)/, 'calculate'],
  [/^(search|look|find|quer|research|brows|google|lookup)/, 'search'],
  [/^(time|clock|timezone|hour|zone)/, 'time'],
  [/^(weather|forecast)/, 'weather'],
  [/^(date|day|calendar|weekday)/, 'date'],
  [/^(translat)/, 'translate'],
  [/^(conver)/, 'convert'],
  [/^(add|plus|sum|addition)$/, 'add'],
  [/^(subtract|minus|difference)/, 'subtract'],
  [/^(multipl|product)/, 'multiply'],
  [/^(divi|quotient)/, 'divide'],
];

function canonical(word: string): string {
  const synonym = synonyms.find(([pattern]) => pattern.test(word));
  if (synonym) return synonym[1];
  return word.length > 4 ? word.replace(/(ing|ed|es|s)$/, '') : word;
}

/** The words of a text that tell something. `goto_math` and `gotoMath` are two words each. */
export function wordsOf(text: string): Set<string> {
  const split = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const words = split.match(/\p{L}[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)).map(canonical));
}

/** How many words two texts share. */
export function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const word of a) if (b.has(word)) count += 1;
  return count;
}

/** A name without case and punctuation, for comparing `Math Agent` with `math_agent`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether a text holds a word or a phrase as it is, apart from case and punctuation. */
export function mentions(text: string, phrase: string): boolean {
  const spaced = (each: string) =>
    ` ${each
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return spaced(phrase).trim() !== '' && spaced(text).includes(spaced(phrase));
}
