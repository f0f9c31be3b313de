const vowel = /[aeiouy]/;

/** A word without its usual English endings: `testing`, `tested` and `tests` are all `test`. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(word);
  const bare = singular.replace(/(?:ing|ed|er|ly)$/, '');
  const root = bare.length >= 3 && vowel.test(bare) ? undoubled(bare) : singular;
  // `code` and `coding` meet without the e, `query` and `queries` with the same last letter.
  return root.length > 3 ? root.replace(/e$/, '').replace(/y$/, 'i') : root;
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  return word.replace(/(?<=ss|x|ch|sh)es$|s$/, '');
}

function undoubled(word: string): string {
  return word.replace(/([bdgmnprt])\1$/, '$1');
}
