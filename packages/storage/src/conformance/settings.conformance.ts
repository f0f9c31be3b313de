import { describe, expect, it } from 'vitest';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

export function settingsConformance(open: OpenTestDatabase): void {
  describe('settings', () => {
    const db = useDatabase(open);

    it('keep any value of JSON, with who entered it, and the next one replaces it', async () => {
      const { settings } = db.store;
      expect(await settings.list()).toEqual([]);
      const values = { b: { 'openai:m': { input: 0.25 } }, a: ['x', 'ü'], d: null, c: 7 };
      for (const [name, value] of Object.entries(values)) await settings.put({ name, value, by: 'local' });
      await settings.put({ name: 'c', value: 'other', by: 'key' });
      const updatedAt = expect.any(String);
      expect(await settings.list()).toStrictEqual([
        { name: 'a', value: values.a, by: 'local', updatedAt },
        { name: 'b', value: values.b, by: 'local', updatedAt },
        { name: 'c', value: 'other', by: 'key', updatedAt },
        { name: 'd', value: null, by: 'local', updatedAt },
      ]);
    });

    it('delete says whether there was one', async () => {
      const { settings } = db.store;
      await settings.put({ name: 'a', value: 1, by: 'local' });
      expect(await settings.delete('a')).toBe(true);
      expect(await settings.delete('a')).toBe(false);
      expect(await settings.list()).toEqual([]);
    });
  });
}
