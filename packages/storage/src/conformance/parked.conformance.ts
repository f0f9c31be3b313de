import type { Lease } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { claimed, newRun, outcome, tenantId, tokens } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

export function parkedConformance(open: OpenTestDatabase): void {
  describe('a run that is set aside', () => {
    const db = useDatabase(open);
    const park = async (conversationId: string, reason: string, patienceMs: number | null = 60_000) => {
      const { run, lease } = await claimed(db.store, { conversationId });
      await db.store.runs.park(lease, run.id, { reason, patienceMs });
      return { id: run.id, lease };
    };
    const claimParked = (holder: string, unable: string[] = [], ...named: string[]) =>
      db.store.runs.claimParked(holder, 60_000, {
        unable,
        conversationIds: named.length > 0 ? named : undefined,
      });

    it('is passed by, and handed to whoever can carry it out, with what it has told', async () => {
      const { run, lease } = await claimed(db.store);
      await db.store.runs.commit(lease, run.id, { events: tokens(run.id, 1, 2) });
      await db.store.runs.park(lease, run.id, { reason: 'a', patienceMs: 60_000 });
      expect(await db.store.runs.get(tenantId, run.id)).toMatchObject({ status: 'queued', attempt: 1 });
      expect(await db.store.runs.claim('w', 1_000)).toEqual([]);
      expect(await db.store.runs.hasWork()).toBe(false);
      const late = db.store.runs.commit(lease, run.id, { events: tokens(run.id, 3, 1) });
      await expect(late).rejects.toMatchObject({ code: 'LEASE_LOST' });
      expect(await claimParked('unable', ['a'])).toBeUndefined();
      const taken = await claimParked('able', ['b']);
      expect(taken).toMatchObject({ run: { id: run.id, status: 'running', attempt: 2 }, overdue: false });
      expect(await claimParked('another')).toBeUndefined();
      const own = taken?.lease as Lease;
      await db.store.runs.commit(own, run.id, { events: tokens(run.id, 3, 1) });
      await db.store.runs.park(own, run.id, { reason: 'a', patienceMs: null });
      expect(await claimParked('able')).toMatchObject({ run: { attempt: 2 } });
    });

    it('is handed to each of many once', async () => {
      const { store: other } = await db.another();
      for (let index = 0; index < 10; index++) await park(`c${index}`, index % 2 === 0 ? 'a' : 'b');
      const claims = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 === 0 ? db.store : other).runs.claimParked(`w${index}`, 60_000, { unable: [] }),
        ),
      );
      const taken = claims.flatMap((each) => (each ? [each.run.id] : []));
      for (let left = await claimParked('late'); left; left = await claimParked('late'))
        taken.push(left.run.id);
      expect(new Set(taken).size).toBe(10);
      expect(taken).toHaveLength(10);
    });

    it('is handed to anybody once it is overdue, and then no more unless it is parked so again', async () => {
      const { id } = await park('c', 'a', 0);
      await park('d', 'a', null);
      const taken = await claimParked('unable', ['a']);
      expect(taken).toMatchObject({ run: { id }, overdue: true });
      await db.store.runs.park(taken?.lease as Lease, id, { reason: 'a', patienceMs: null });
      expect(await claimParked('unable', ['a'])).toBeUndefined();
    });

    it('can be asked for by its conversation', async () => {
      const [first, second] = [await park('c', 'a'), await park('d', 'a')];
      expect(await claimParked('w', ['a'], 'd')).toBeUndefined();
      expect(await claimParked('w', [], 'e', 'd')).toMatchObject({ run: { id: second.id } });
      expect(await claimParked('w', [], 'e')).toBeUndefined();
      expect(await claimParked('w')).toMatchObject({ run: { id: first.id } });
    });

    it('is looked at again when another message comes, and can be cancelled', async () => {
      const { id } = await park('c', 'a');
      const next = await db.store.runs.accept(newRun({ conversationId: 'c' }));
      const [again] = await db.store.runs.claim('w', 60_000);
      expect(again).toMatchObject({ run: { id } });
      await db.store.runs.finish(again?.lease as Lease, id, outcome());
      expect(await db.store.runs.requestCancel(tenantId, next.id)).toMatchObject({ status: 'cancelled' });
      // What is left of having been parked is nothing to take up.
      expect(await claimParked('w')).toBeUndefined();
      const { id: last } = await park('d', 'a');
      expect(await db.store.runs.requestCancel(tenantId, last)).toMatchObject({ status: 'cancelled' });
      expect(await claimParked('w')).toBeUndefined();
      expect(await claimParked('w')).toBeUndefined();
    });
  });
}
