import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const delays = (random: number) =>
  [0, 1, 2, 3, 4, 2_000].map((retry) =>
    backoffMs(retry, { firstMs: 100, longestMs: 1_000, random: () => random }),
  );

describe('backoffMs', () => {
  it('doubles up to the longest delay, also after very many retries', () => {
    expect(delays(1)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('takes up to half of the delay away at random', () => {
    expect(delays(0)).toEqual([50, 100, 200, 400, 500, 500]);
    const drawn = backoffMs(0, { firstMs: 100, longestMs: 1_000 });
    expect(drawn).toBeGreaterThanOrEqual(50);
    expect(drawn).toBeLessThanOrEqual(100);
  });
});
