import type { Usage } from '@cadence-agents/contracts';

/** The part of a usage that most runs do not have, as the last columns of a row. */
export function cacheColumns({ cachedInputTokens = 0, cacheWriteTokens = 0 }: Usage): [] | [number, number] {
  return cachedInputTokens + cacheWriteTokens === 0 ? [] : [cachedInputTokens, cacheWriteTokens];
}
