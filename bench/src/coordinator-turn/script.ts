// What is said in a turn: six messages of the same length every time and of different words, so that a turn adds as
// much as the one before and compression gains no more than it does with what people write.
export interface Script {
  question: string;
  query: string;
  found: string;
  expression: string;
  result: string;
  /** The answer as it is streamed, 60 pieces. */
  tokens: string[];
  answer: string;
}

export const MESSAGES_PER_TURN = 6;

const MOST_TURNS = 100_000;

export function scriptOf(turn: number): Script {
  const number = String(MOST_TURNS + turn);
  const tokens = words(turn * 3, 60);
  return {
    question: `${number} ${words(turn * 3 + 1, 10).join('')}`,
    query: `${number} ${words(turn * 3 + 1, 3).join('')}`,
    found: words(turn * 3 + 2, 90).join(''),
    expression: `${number}-2018`,
    result: String(MOST_TURNS + turn - 2018),
    tokens,
    answer: tokens.join(''),
  };
}

/** The script that a question, a query or an expression is from: so models and tools need no memory of their own. */
export const scriptFor = (text: string): Script => scriptOf(Number.parseInt(text, 10) - MOST_TURNS);

/** Words of six letters and a space, the same ones for the same seed. */
function words(seed: number, count: number): string[] {
  let state = seed + 1;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return `${state.toString(36).padStart(6, 'a').slice(-6)} `;
  });
}

/** Characters of the messages of a turn: what any way of keeping it has to write. */
export function contentLength({ question, query, found, expression, result, answer }: Script): number {
  return [question, query, found, expression, result, answer].reduce((sum, text) => sum + text.length, 0);
}
