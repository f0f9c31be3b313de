import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const ann = { tenantId, ownerId: 'ann' };

export function itemsConformance(open: OpenTestDatabase): void {
  describe('items', () => {
    const db = useDatabase(open);
    const put = (path: string, key: string, fields: { owner?: typeof ann; ttlMs?: number } = {}) =>
      db.store.items.put(fields.owner ?? ann, {
        ...{ namespace: path.split('/'), key, value: { path, key }, ttlMs: fields.ttlMs ?? null },
      });
    const at = (path: string, key: string) => ({ namespace: path.split('/'), key });

    it('are kept as they are, replaced, and removed, in the space of their owner alone', async () => {
      const { items } = db.store;
      const value = { a: [1, -0, 'ü'], b: null };
      await items.put(ann, { ...at('a/b', 'k'), value: {}, ttlMs: null });
      await items.put(ann, { ...at('a/b', 'k'), value, ttlMs: null });
      const item = await items.get(ann, at('a/b', 'k'));
      expect(item).toStrictEqual({
        ...{ ...at('a/b', 'k'), value, createdAt: item?.createdAt, updatedAt: item?.updatedAt },
      });
      for (const other of [
        { tenantId, ownerId: 'bob' },
        { tenantId: 'other', ownerId: 'ann' },
      ]) {
        expect(await items.get(other, at('a/b', 'k'))).toBeUndefined();
        expect(await items.delete(other, at('a/b', 'k'))).toBe(false);
      }
      expect(await items.get(ann, at('a', 'k'))).toBeUndefined();
      expect(await items.delete(ann, at('a/b', 'k'))).toBe(true);
      expect(await items.delete(ann, at('a/b', 'k'))).toBe(false);
    });

    it('are listed by namespace, with what is inside it, in pages', async () => {
      const { items } = db.store;
      for (const path of ['a', 'a/b', 'a/b/c', 'ab', 'b']) for (const key of ['1', '2']) await put(path, key);
      await put('a', '3', { owner: { tenantId, ownerId: 'bob' } });
      const list = async (prefix: string[], limit = 100, after?: ReturnType<typeof at>) =>
        (await items.list(ann, prefix, { limit, after })).map(({ namespace, key }) =>
          [...namespace, key].join('/'),
        );
      expect(await list(['a'])).toEqual(['a/1', 'a/2', 'a/b/1', 'a/b/2', 'a/b/c/1', 'a/b/c/2']);
      expect(await list(['a', 'b'])).toEqual(['a/b/1', 'a/b/2', 'a/b/c/1', 'a/b/c/2']);
      expect(await list([])).toHaveLength(10);
      expect(await list(['a'], 2, at('a', '2'))).toEqual(['a/b/1', 'a/b/2']);
      expect(await list(['c'])).toEqual([]);
    });

    it('have namespaces that are found from one to the next', async () => {
      const { items } = db.store;
      for (const path of ['a', 'a/b', 'a/b/c', 'a/d', 'ab', 'b/x'])
        for (const key of ['1', '2']) await put(path, key);
      const found = async (prefix: string[], page: Parameters<typeof items.namespaces>[2]) =>
        (await items.namespaces(ann, prefix, page)).map((namespace) => namespace.join('/'));
      expect(await found([], { limit: 100 })).toEqual(['a', 'a/b', 'a/b/c', 'a/d', 'ab', 'b/x']);
      expect(await found(['a'], { limit: 100 })).toEqual(['a', 'a/b', 'a/b/c', 'a/d']);
      expect(await found([], { limit: 100, maxDepth: 1 })).toEqual(['a', 'ab', 'b']);
      expect(await found([], { limit: 1, after: ['a', 'b'] })).toEqual(['a/d']);
    });

    it('are gone when their time is over, unless they are read in between', async () => {
      const { items } = db.store;
      await put('t', 'short', { ttlMs: 1 });
      await put('t', 'long', { ttlMs: 60_000 });
      await put('t', 'for ever');
      // Longer than the item lives.
      await sleep(10);
      expect(await items.get(ann, at('t', 'short'), { refresh: true })).toBeUndefined();
      expect(await items.get(ann, at('t', 'long'), { refresh: true })).toBeDefined();
      expect((await items.list(ann, ['t'], { limit: 10 })).map(({ key }) => key)).toEqual([
        'for ever',
        'long',
      ]);
      expect(await items.delete(ann, at('t', 'short'))).toBe(false);
      await put('t', 'swept', { ttlMs: 1 });
      // Longer than the item lives.
      await sleep(10);
      await db.store.tend();
      expect((await items.list(ann, ['t'], { limit: 10 })).map(({ key }) => key)).toEqual([
        'for ever',
        'long',
      ]);
    });

    it('refuse a namespace or a key that cannot be told from others', async () => {
      const refused = { code: 'VALUE_NOT_STORABLE' };
      for (const namespace of [[], ['a.b'], ['']])
        await expect(
          db.store.items.put(ann, { namespace, key: 'k', value: {}, ttlMs: null }),
        ).rejects.toMatchObject(refused);
      await expect(put('a', '')).rejects.toMatchObject(refused);
    });
  });
}
