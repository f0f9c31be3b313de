import { describe, expect, it } from 'vitest';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

export function requestCountsConformance(open: OpenTestDatabase): void {
  describe('request counts', () => {
    const db = useDatabase(open);

    it('settle tells what was counted here and learns what was elsewhere', async () => {
      const { requestCounts } = db.store;
      expect(await requestCounts.settle('a', 7, { x: 3, y: 1 })).toEqual({ now: {}, before: {} });
      expect(await requestCounts.settle('b', 7, { x: 2 })).toEqual({ now: { x: 3 }, before: {} });
      expect(await requestCounts.settle('c', 7, { x: 1, z: 1 })).toEqual({ now: { x: 5 }, before: {} });
      // What is told is all of it, not more of it.
      expect(await requestCounts.settle('b', 7, { x: 4 })).toEqual({ now: { x: 4 }, before: {} });
      expect(await requestCounts.settle('a', 7, { x: 3 })).toEqual({ now: { x: 5 }, before: {} });
      expect(await requestCounts.settle('a', 8, { x: 1 })).toEqual({ now: {}, before: { x: 5 } });
    });

    it('hasOthers sees whoever settled lately, with or without a count', async () => {
      const { requestCounts } = db.store;
      await requestCounts.settle('a', 7, {});
      expect(await requestCounts.hasOthers('a', 7)).toBe(false);
      expect(await requestCounts.hasOthers('b', 7)).toBe(true);
      expect(await requestCounts.hasOthers('b', 8)).toBe(true);
      expect(await requestCounts.hasOthers('b', 9)).toBe(false);
      await requestCounts.settle('b', 9, {});
      expect(await requestCounts.hasOthers('b', 7)).toBe(false);
    });
  });
}
