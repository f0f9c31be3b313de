import { describe, expect, it } from 'vitest';
import { createStore } from '../create-store.ts';
import { statement } from '../database/statement.ts';
import { thisProcess } from '../workers/process-identity.ts';
import { claim, claimed, newRun, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const moveWorker = statement<{ id: string; place: string | null; pid: number; started: string | null }>(
  'UPDATE workers SET place = $place, pid = $pid, started = $started WHERE id = $id',
);

const leaseOf = statement<{ id: string }, { left_ms: number }>(
  'SELECT lease_until - STEADY_MS AS left_ms FROM conversations WHERE id = $id',
);

export function workersConformance(open: OpenTestDatabase): void {
  describe('workers.beat', () => {
    const db = useDatabase(open);
    const beat = (holder: string, conversations: string[] = [], capacity = 10, aliveMs = 60_000) =>
      db.store.workers.beat(holder, { aliveMs, leaseMs: 60_000, capacity, conversations });
    const until = async (id: string) => (await db.database.first(leaseOf, { id }))?.left_ms ?? Number.NaN;

    it('prolongs all leases of a worker at once, and tells what is asked of its runs', async () => {
      for (const conversationId of ['a', 'b', 'c']) await db.store.runs.accept(newRun({ conversationId }));
      const [a, b] = [await claim(db.store, 'w', 'a', 0), await claim(db.store, 'w', 'b', 0)];
      await claim(db.store, 'another', 'c', 0);
      await db.store.runs.requestCancel(tenantId, b.run.id);
      const { held } = await beat('w', ['a', 'b', 'c']);
      expect(held.toSorted((one, other) => (one.conversationId < other.conversationId ? -1 : 1))).toEqual([
        { conversationId: 'a', fence: a.lease.fence, cancelRequested: false, rollback: false },
        { conversationId: 'b', fence: b.lease.fence, cancelRequested: true, rollback: false },
      ]);
      // Only what it does not hold can be taken up.
      expect((await claim(db.store, 'third')).run.conversationId).toBe('c');
      expect(await db.store.runs.claim('third', 60_000)).toEqual([]);
    });

    it('prolongs nothing that is not named: what was let go of is left to run out', async () => {
      await db.store.runs.accept(newRun());
      await claim(db.store, 'w', undefined, 0);
      expect(await beat('w')).toMatchObject({ held: [] });
      expect((await claim(db.store, 'another')).run.attempt).toBe(2);
    });

    it('writes no lease that lasts long enough', async () => {
      await db.store.runs.accept(newRun());
      const { run } = await claim(db.store, 'w', undefined, 40_000);
      await beat('w', [run.conversationId]);
      expect(await until(run.conversationId)).toBeLessThanOrEqual(40_000);
    });

    it('has nobody wait long for what the worker has let go of', async () => {
      await db.store.runs.accept(newRun());
      const { run } = await claim(db.store, 'w', undefined, 60_000);
      const left = [run.conversationId];
      const sign = { aliveMs: 0, leaseMs: 60_000, capacity: 1, conversations: [], left };
      await db.store.workers.beat('w', sign);
      expect((await claim(db.store, 'another')).run.attempt).toBe(2);
    });

    it('of one that has become silent, everything can be taken up, however long its leases last', async () => {
      await db.store.runs.accept(newRun({ conversationId: 'a' }));
      await claim(db.store, 'w', 'a', 60_000);
      await beat('w', ['a']);
      expect(await createStore(db.database).runs.claim('other', 60_000)).toEqual([]);
      await beat('w', ['a'], 10, 0);
      expect(await createStore(db.database).runs.claim('other', 60_000)).toMatchObject([
        { run: { attempt: 2 } },
      ]);
    });

    it('of one that was silent for a while, it keeps what nobody has taken', async () => {
      for (const conversationId of ['a', 'b']) await db.store.runs.accept(newRun({ conversationId }));
      await claim(db.store, 'w', 'a', 60_000);
      await claim(db.store, 'w', 'b', 60_000);
      await beat('w', ['a', 'b'], 10, 0);
      await createStore(db.database).runs.claim('other', 60_000, { conversationIds: ['a'] });
      expect((await beat('w', ['a', 'b'])).held).toMatchObject([{ conversationId: 'b' }]);
      expect(await createStore(db.database).runs.claim('other', 60_000)).toEqual([]);
    });

    it('does not have itself taken for dead', async () => {
      await db.store.runs.accept(newRun());
      const { run } = await claim(db.store, 'w', undefined, 60_000);
      await beat('w', [run.conversationId], 10, 0);
      expect(await createStore(db.database).runs.claim('w', 60_000)).toEqual([]);
      expect(await until(run.conversationId)).toBeGreaterThan(50_000);
    });

    it('tells how much room the others have, those that live', async () => {
      expect(await beat('w')).toEqual({ held: [], others: 0 });
      await beat('x', [], 3);
      await beat('y', [], 4);
      await beat('silent', [], 100, 0);
      expect(await beat('w')).toMatchObject({ others: 7 });
      await db.store.workers.leave('x');
      expect(await beat('w')).toMatchObject({ others: 4 });
    });

    it('of one that leaves, everything can be taken up at once', async () => {
      await claimed(db.store);
      expect(await db.store.runs.claim('other', 60_000)).toEqual([]);
      await db.store.workers.leave('worker');
      expect((await claim(db.store, 'other')).run.attempt).toBe(2);
    });
  });

  describe('a worker on this machine', () => {
    const db = useDatabase(open);
    const here = thisProcess();
    const gone = { ...here, pid: 2 ** 22 + 1 };

    async function heldBy(process: typeof here) {
      await claimed(db.store);
      await db.database.run(moveWorker, { id: 'worker', ...process });
      // One that has not looked around a moment ago.
      return createStore(db.database);
    }

    it.skipIf(here.place === null)('that has ended is waited for no longer', async () => {
      const { runs } = await heldBy(gone);
      expect(await runs.claim('next', 60_000)).toMatchObject([{ run: { attempt: 2 }, lease: { fence: 2 } }]);
    });

    it.skipIf(here.place === null)('has ended when another process has its number', async () => {
      const { runs } = await heldBy({ ...here, started: '1' });
      expect(await runs.claim('next', 60_000)).toMatchObject([{ run: { attempt: 2 } }]);
    });

    it.each([
      ['lives', here],
      [
        'has the number of none here, and counts by the numbers of another container',
        { ...gone, place: 'x' },
      ],
      ['is on a system that does not tell', { ...gone, place: null }],
    ])('that %s keeps what it holds', async (_, process) => {
      const { runs } = await heldBy(process);
      expect(await runs.claim('next', 60_000)).toEqual([]);
    });
  });

  describe('turns of tenants', () => {
    const db = useDatabase(open);

    const queue = async (tenant: string, count: number, fields: { workflowId?: string } = {}) => {
      for (let index = 0; index < count; index++) {
        const conversationId = `${tenant}-${fields.workflowId ?? ''}${index}`;
        await db.store.runs.accept(newRun({ tenantId: tenant, conversationId, ...fields }));
      }
    };
    const take = async (store = db.store) =>
      (await store.runs.claim('w', 60_000))[0]?.run.conversationId.split('-')[0];
    const takeAll = async (count: number, store = db.store) => {
      const taken: (string | undefined)[] = [];
      for (let index = 0; index < count; index++) taken.push(await take(store));
      return taken;
    };

    it('go round, however much one of them has queued', async () => {
      await queue('hog', 12);
      await queue('ann', 2);
      await queue('bob', 1);
      expect(await takeAll(8)).toEqual(['hog', 'ann', 'bob', 'hog', 'ann', 'hog', 'hog', 'hog']);
    });

    it('go round also when many are taken at once', async () => {
      await queue('hog', 12);
      await queue('ann', 3);
      const taken: Record<string, number> = {};
      for (let room = 8; room > 0; ) {
        const claims = await db.store.runs.claim('w', 60_000, { most: room });
        room -= claims.length;
        for (const { run } of claims) taken[run.tenantId] = (taken[run.tenantId] ?? 0) + 1;
      }
      expect(taken).toEqual({ hog: 5, ann: 3 });
    });

    it('go to who has the fewest at work, and by weight', async () => {
      const store = createStore(db.database, { limits: { tenantWeights: { big: 3 } } });
      await queue('big', 9);
      await queue('small', 9);
      const taken = await takeAll(8, store);
      expect(taken.filter((tenant) => tenant === 'big')).toHaveLength(6);
    });

    it('come also when more wait than are looked at', async () => {
      for (let index = 0; index < 120; index++) await queue(`t${index}`, 1);
      expect(new Set(await takeAll(120)).size).toBe(120);
      expect(await db.store.runs.hasWork()).toBe(false);
    });

    it('a tenant has no more at work than it may, whoever claims', async () => {
      const limits = { tenantConcurrency: { '*': 2, free: 5 } };
      const stores = [
        createStore(db.database, { limits }),
        createStore((await db.another()).database, { limits }),
      ];
      await queue('free', 8);
      const burst = Array.from({ length: 12 }, (_, index) =>
        stores[index % 2]?.runs.acceptAndClaim(
          newRun({ tenantId: 'many', conversationId: `many-${index}` }),
          `w${index % 2}`,
          60_000,
        ),
      );
      const accepted = await Promise.all(burst);
      const begun = accepted.flatMap((result) => result?.claimed ?? []);
      expect(begun).toHaveLength(2);
      const more = (
        await Promise.all(Array.from({ length: 12 }, () => stores[1]?.runs.claim('w', 60_000)))
      ).flatMap((found) => found ?? []);
      expect(more.map(({ run }) => run.tenantId).filter((tenant) => tenant !== 'free')).toEqual([]);
      const [first] = begun;
      if (!first) throw new Error('Nothing was begun.');
      await db.store.runs.finish(first.lease, first.run.id, outcome());
      expect(await takeAll(9, stores[0])).toContain('many');
      expect((await db.store.runs.list('free', { status: 'running' })).items).toHaveLength(5);
      expect((await db.store.runs.list('many', { status: 'running' })).items).toHaveLength(2);
    });

    it('a workflow has no more at work than it may, and others pass it', async () => {
      const store = createStore(db.database, { limits: { workflowConcurrency: { slow: 2 } } });
      await queue('ann', 6, { workflowId: 'slow' });
      await queue('ann', 2, { workflowId: 'quick' });
      await takeAll(8, store);
      const running = async (workflowId: string) =>
        (await db.store.runs.list('ann', { workflowId, status: 'running' })).items.length;
      expect([await running('slow'), await running('quick')]).toEqual([2, 2]);
      const { claimed: none } = await store.runs.acceptAndClaim(
        newRun({ conversationId: 'more', workflowId: 'slow' }),
        'w',
        60_000,
      );
      expect(none).toBeUndefined();
    });

    it('what is limited is taken up again from one that went silent', async () => {
      const store = createStore(db.database, { limits: { tenantConcurrency: { '*': 1 } } });
      await store.runs.accept(newRun());
      await claim(store, 'w', undefined, 0);
      expect((await claim(store, 'next', 'conversation', 0)).run.attempt).toBe(2);
      expect((await claim(store, 'third')).run.attempt).toBe(3);
    });

    it('of what has waited for a while, only that', async () => {
      await db.store.runs.accept(newRun());
      expect(await db.store.runs.claim('w', 60_000, { waitedMs: 60_000 })).toEqual([]);
      expect(await db.store.runs.countOpen(10)).toBe(1);
      expect(await db.store.runs.claim('w', 60_000, { waitedMs: 0 })).toHaveLength(1);
      await db.store.runs.accept(newRun({ conversationId: 'next' }));
      expect([await db.store.runs.countOpen(10), await db.store.runs.countOpen(1)]).toEqual([2, 1]);
    });
  });
}
