import type { NewKey } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const setLastUse = statement<{ ago: number }>('UPDATE api_keys SET last_used_at = NOW_MS - $ago');

const newKey = (fields: Partial<NewKey> = {}): NewKey => ({
  id: 'k1',
  tenantId,
  userId: 'ann',
  name: 'CI \0 😀',
  role: 'operator',
  scopes: ['assistant', 'other'],
  expiresAt: '2099-01-01T00:00:00.000Z',
  secretHash: 'hash',
  ...fields,
});

export function keysConformance(open: OpenTestDatabase): void {
  describe('keys', () => {
    const db = useDatabase(open);

    it('keep all but the hash in the record', async () => {
      const { secretHash, ...fields } = newKey();
      const record = await db.store.keys.create(newKey());
      const createdAt = expect.any(String);
      expect(record).toStrictEqual({ ...fields, createdAt, lastUsedAt: null, revokedAt: null });
      expect(await db.store.keys.find('k1')).toStrictEqual({ record, secretHash });
      const bare = await db.store.keys.create(
        newKey({ id: 'k2', name: null, userId: null, scopes: null, expiresAt: null }),
      );
      expect(bare).toMatchObject({ name: null, userId: null, scopes: null, expiresAt: null });
    });

    it('are found by their exact id only', async () => {
      await db.store.keys.create(newKey());
      for (const id of ['K1', 'k', 'k1 ', 'k1\0', '']) expect(await db.store.keys.find(id)).toBeUndefined();
    });

    it('do not replace one another', async () => {
      await db.store.keys.create(newKey());
      const again = db.store.keys.create(newKey({ tenantId: 'other', role: 'admin', secretHash: 'theirs' }));
      await expect(again).rejects.toMatchObject({ code: 'INPUT_INVALID' });
      expect(await db.store.keys.find('k1')).toMatchObject({
        record: { role: 'operator' },
        secretHash: 'hash',
      });
    });

    it('are listed newest first, for one tenant', async () => {
      for (const id of ['a', 'c', 'b']) await db.store.keys.create(newKey({ id }));
      await db.store.keys.create(newKey({ id: 'x', tenantId: 'other' }));
      expect((await db.store.keys.list(tenantId)).items.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    });

    it('stay revoked from the first time on, by their own tenant only', async () => {
      await db.store.keys.create(newKey());
      expect(await db.store.keys.revoke('other', 'k1')).toBeUndefined();
      expect((await db.store.keys.find('k1'))?.record.revokedAt).toBeNull();
      const revoked = await db.store.keys.revoke(tenantId, 'k1');
      expect(revoked?.revokedAt).not.toBeNull();
      expect(await db.store.keys.revoke(tenantId, 'k1')).toEqual(revoked);
      expect((await db.store.keys.list(tenantId)).items).toEqual([revoked]);
    });

    it('are rotated while they are valid: the old one ends after the grace, and never later than it would have', async () => {
      const graceMs = 86_400_000;
      await db.store.keys.create(newKey({ expiresAt: null }));
      const next = newKey({ id: 'k2', secretHash: 'another' });
      expect(await db.store.keys.rotate('other', 'k1', { next, graceMs })).toBeUndefined();
      expect(await db.store.keys.find('k2')).toBeUndefined();
      const rotated = await db.store.keys.rotate(tenantId, 'k1', { next, graceMs });
      expect(rotated?.record.id).toBe('k2');
      const end = rotated?.before.expiresAt ?? '';
      expect(Date.parse(end)).toBeGreaterThan(Date.now() + graceMs / 2);
      const again = { next: newKey({ id: 'k3' }), graceMs: 2 * graceMs };
      expect((await db.store.keys.rotate(tenantId, 'k1', again))?.before.expiresAt).toBe(end);
      const now = { next: newKey({ id: 'k4' }), graceMs: 0 };
      await db.store.keys.rotate(tenantId, 'k1', now);
      expect(
        await db.store.keys.rotate(tenantId, 'k1', { ...now, next: newKey({ id: 'k5' }) }),
      ).toBeUndefined();
      expect(await db.store.keys.find('k5')).toBeUndefined();
    });

    it('are touched at most once a minute', async () => {
      await db.store.keys.create(newKey());
      await db.store.keys.touch('k1');
      const lastUse = async () => Date.parse((await db.store.keys.find('k1'))?.record.lastUsedAt ?? '');
      expect(await lastUse()).not.toBeNaN();
      await db.database.run(setLastUse, { ago: 50_000 });
      const before = await lastUse();
      await db.store.keys.touch('k1');
      expect(await lastUse()).toBe(before);
      await db.database.run(setLastUse, { ago: 60_000 });
      await db.store.keys.touch('k1');
      expect(await lastUse()).toBeGreaterThan(before);
    });
  });
}
