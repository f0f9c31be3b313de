import { type RandomChoice, randomChoice, seededRandom } from '@cadence-agents/testkit';

/** Numbers that depend on the seed and on what they are for, and on nothing that happens meanwhile. */
export function randomFor(seed: number, ...purpose: readonly (string | number)[]): () => number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of purpose.join('\n'))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return seededRandom(hash);
}

export const choiceFor = (seed: number, ...purpose: readonly (string | number)[]): RandomChoice =>
  randomChoice(randomFor(seed, ...purpose));
