import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runIds } from './run-ids.ts';

const some = (runId: string, attempt: number, count = 100) => {
  const newId = runIds(runId, attempt);
  return Array.from({ length: count }, newId);
};

describe('the ids of a run', () => {
  it('are the same for the same attempt, and others for every other', () => {
    expect(some('a', 1)).toEqual(some('a', 1));
    const all = [some('a', 1), some('a', 2), some('b', 1), some('1:a', 1)].flat();
    expect(new Set(all).size).toBe(all.length);
  });

  it('are ids as others are, without a repetition', () => {
    const ids = some('run', 1, 100_000);
    expect(new Set(ids).size).toBe(ids.length);
    expect(z.uuid().array().safeParse(ids.slice(0, 100)).success).toBe(true);
  });
});
