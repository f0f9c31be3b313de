import { describe, expect, it } from 'vitest';
import { tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

export function secretsConformance(open: OpenTestDatabase): void {
  describe.each(['secrets', 'mcpServers'] as const)('%s', (table) => {
    const db = useDatabase(open);

    it('put keeps a text, and the next one replaces it', async () => {
      const { [table]: secrets } = db.store;
      await secrets.put(tenantId, 'openai', 'v1.a');
      await secrets.put(tenantId, 'openai', 'v1.b');
      expect(await secrets.get(tenantId, 'openai')).toBe('v1.b');
    });

    it('list names, of one tenant', async () => {
      const { [table]: secrets } = db.store;
      for (const name of ['b', 'a']) await secrets.put(tenantId, name, 'x');
      await secrets.put('other', 'c', 'x');
      const updatedAt = expect.any(String);
      expect(await secrets.list(tenantId)).toStrictEqual([
        { name: 'a', updatedAt },
        { name: 'b', updatedAt },
      ]);
      expect(await secrets.get('other', 'a')).toBeUndefined();
    });

    it('delete says whether there was one', async () => {
      const { [table]: secrets } = db.store;
      await secrets.put(tenantId, 'a', 'x');
      expect(await secrets.delete('other', 'a')).toBe(false);
      expect(await secrets.delete(tenantId, 'a')).toBe(true);
      expect(await secrets.delete(tenantId, 'a')).toBe(false);
      expect(await secrets.get(tenantId, 'a')).toBeUndefined();
    });

    it('refuse a name that cannot be looked up', async () => {
      await expect(db.store[table].put(tenantId, '', 'x')).rejects.toMatchObject({
        code: 'VALUE_NOT_STORABLE',
      });
    });
  });
}
