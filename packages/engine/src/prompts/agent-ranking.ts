// Which of many agents fit a question: words in common, rare words counting more. Deterministic, no model.

/** The items, those that fit the question best first; equal ones keep their order. */
export function rankByRelevance<T>(question: string, items: readonly T[], textOf: (item: T) => string): T[] {
  const documents = items.map((item) => ({ item, words: new Set(wordsOf(textOf(item))) }));
  const asked = new Set(wordsOf(question));
  const weights = new Map(
    [...asked].map((word) => {
      const having = documents.filter(({ words }) => words.has(word)).length;
      return [word, Math.log(1 + documents.length / (1 + having))];
    }),
  );
  const score = (words: Set<string>) =>
    [...weights].reduce((sum, [word, weight]) => sum + (words.has(word) ? weight : 0), 0);
  return documents
    .map(({ item, words }, index) => ({ item, index, score: score(words) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item);
}

/** Words in lower case, without plural and tense endings. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word));
}
