// One turn of four node visits: router → worker → tools → worker, three model calls, an answer of 60 tokens.
export const QUESTION = 'How many bees are in the hive?';
export const TOKENS = Array.from({ length: 60 }, (_, index) => (index === 0 ? 'About' : ` word${index}`));
export const ANSWER = TOKENS.join('');
export const COUNT = 'There are 40 000 bees.';
export const PROMPTS = {
  router: 'You decide who goes on.',
  worker: 'You find things out with the tool count, then answer.',
};
