import type { AuditEntry, AuditFilter } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const setTime = statement<{ id: string; time: number }>(
  'UPDATE audit_entries SET time = $time WHERE id = $id',
);

const entry = (fields: Partial<AuditEntry> = {}): Omit<AuditEntry, 'id' | 'time'> => ({
  tenantId,
  actor: 'key1',
  action: 'workflow.put',
  target: 'assistant \0',
  outcome: 'done',
  requestId: 'r1',
  ip: '2001:db8::1',
  details: { version: 3, changed: ['nodes'] },
  ...fields,
});

export function auditConformance(open: OpenTestDatabase): void {
  describe('audit', () => {
    const db = useDatabase(open);
    const targets = async (filter?: AuditFilter, of = tenantId) =>
      (await db.store.audit.list(of, filter)).items.map(({ target }) => target);

    it('keeps an entry exactly', async () => {
      const kept = await db.store.audit.append(entry());
      expect(kept).toStrictEqual({ ...entry(), id: expect.any(String), time: expect.any(String) });
      const bare = entry({ target: null, requestId: null, ip: null, details: {}, outcome: 'refused' });
      expect(await db.store.audit.append(bare)).toMatchObject(bare);
      expect((await db.store.audit.list(tenantId)).items).toMatchObject([bare, kept]);
    });

    it('lists newest first, in pages, for one tenant', async () => {
      const kept: AuditEntry[] = [];
      for (const target of ['1', '2', '3', '4']) kept.push(await db.store.audit.append(entry({ target })));
      const theirs = await db.store.audit.append(entry({ tenantId: 'other', target: 'x' }));
      expect(await targets()).toEqual(['4', '3', '2', '1']);
      expect(await targets({ limit: 2 })).toEqual(['4', '3']);
      expect(await targets({ limit: 2, after: kept[2]?.id ?? '' })).toEqual(['2', '1']);
      expect(await targets({ after: theirs.id })).toEqual([]);
      expect(await targets({}, 'other')).toEqual(['x']);
    });

    it('filters by target, outcome and text', async () => {
      await db.store.audit.append(entry({ target: 'Shop_1' }));
      await db.store.audit.append(entry({ target: 'shop21', outcome: 'failed' }));
      await db.store.audit.append(entry({ actor: 'shopkeeper', target: null }));
      expect(await targets({ target: 'Shop_1' })).toEqual(['Shop_1']);
      expect(await targets({ outcome: 'failed' })).toEqual(['shop21']);
      expect(await targets({ text: 'SHOP' })).toEqual([null, 'shop21', 'Shop_1']);
      expect(await targets({ text: 'p_1' })).toEqual(['Shop_1']);
      expect(await targets({ text: 'workflow.put', outcome: 'failed' })).toEqual(['shop21']);
      expect(await targets({ text: '%' })).toEqual([]);
    });

    it('filters by actor, action and time', async () => {
      const hour = 3_600_000;
      const rows = [
        entry({ actor: 'a', action: 'key.create', target: '0' }),
        entry({ actor: 'b', action: 'key.create', target: '1' }),
        entry({ actor: 'a', action: 'key.revoke', target: '2' }),
      ];
      for (const [index, row] of rows.entries()) {
        const { id } = await db.store.audit.append(row);
        await db.database.run(setTime, { id, time: index * hour });
      }
      const time = (hours: number) => new Date(hours * hour).toISOString();
      expect(await targets({ actor: 'a' })).toEqual(['2', '0']);
      expect(await targets({ action: 'key.create' })).toEqual(['1', '0']);
      expect(await targets({ actor: 'a', action: 'key.create' })).toEqual(['0']);
      expect(await targets({ from: time(1) })).toEqual(['2', '1']);
      expect(await targets({ to: time(1) })).toEqual(['0']);
      expect(await targets({ from: time(1), to: time(2) })).toEqual(['1']);
      await expect(targets({ from: 'yesterday' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    });
  });
}
