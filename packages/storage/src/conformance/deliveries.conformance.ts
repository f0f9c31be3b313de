import { describe, expect, it } from 'vitest';
import { claim, claimed, finished, newRun, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const webhook = { url: 'https://example.com/told?key=1', format: 'native' } as const;
const refused = { outcome: 'failed', responseStatus: 500, error: 'Not now.' } as const;

export function deliveriesConformance(open: OpenTestDatabase): void {
  describe('deliveries', () => {
    const db = useDatabase(open);
    const ended = async (fields: Parameters<typeof claimed>[1] = {}) =>
      finished(db.store, await claimed(db.store, { webhook, ...fields }));
    const claimAll = async (leaseMs = 60_000) => (await db.store.deliveries.claim(10, leaseMs)).items;

    it('are there with the end of a run that asked for one, and of no other', async () => {
      const { deliveries, runs } = db.store;
      const { run, lease } = await claimed(db.store, { webhook });
      expect((await deliveries.list(tenantId)).items).toEqual([]);
      await runs.finish(lease, run.id, outcome());
      const other = await claimed(db.store, { conversationId: 'other' });
      await runs.finish(other.lease, other.run.id, outcome());
      expect((await deliveries.list(tenantId)).items).toMatchObject([
        { ...webhook, runId: run.id, ownerId: 'ann', event: 'completed', status: 'waiting', attempts: 0 },
      ]);
    });

    it('tell that a person is asked, that the run has ended then, and that one was cancelled', async () => {
      const { deliveries, runs, handoffs } = db.store;
      const first = await claimed(db.store, { webhook });
      const handoff = { id: 'h', node: 'n', question: 'May I?' };
      await runs.finish(first.lease, first.run.id, outcome({ status: 'awaiting_human', handoff }));
      await handoffs.answer(tenantId, 'h', { text: 'Yes.' });
      const second = await claim(db.store, 'worker', first.run.conversationId);
      await runs.finish(second.lease, first.run.id, outcome());
      const queued = await runs.accept(newRun({ conversationId: 'c', webhook }));
      await runs.requestCancel(tenantId, queued.id);
      const told = (await deliveries.list(tenantId)).items.map(({ event }) => event);
      expect(told).toEqual(['cancelled', 'completed', 'awaiting_human']);
    });

    it('are claimed by one, and again by another when nothing came of it', async () => {
      const { deliveries } = db.store;
      const { id: runId } = await ended();
      const other = await db.another();
      const both = await Promise.all([
        deliveries.claim(10, 60_000),
        other.store.deliveries.claim(10, 60_000),
      ]);
      expect(both.flatMap(({ items }) => items)).toMatchObject([{ runId, attempts: 1, body: null }]);
      const { items, nextMs } = await deliveries.claim(10, 60_000);
      expect(items).toEqual([]);
      expect(nextMs).toBeGreaterThan(1_000);
      await ended({ conversationId: 'c2' });
      await claimAll(0);
      expect(await claimAll()).toMatchObject([{ attempts: 2 }]);
    });

    it('keep what was sent first, and are due again when they are to be', async () => {
      const { deliveries } = db.store;
      await ended();
      const [first] = await claimAll();
      if (!first) throw new Error('Nothing was due.');
      await deliveries.settle(first, { ...refused, body: { a: 1 }, retryMs: 0 });
      expect(await deliveries.get(tenantId, first.id)).toMatchObject({
        ...{ status: 'waiting', attempts: 1, responseStatus: 500, error: 'Not now.', deliveredAt: null },
      });
      const [second] = await claimAll();
      expect(second).toMatchObject({ id: first.id, attempts: 2, body: { a: 1 } });
      // The first attempt comes late.
      await deliveries.settle(first, { ...refused, body: { a: 2 }, retryMs: null });
      if (second) {
        const sent = { outcome: 'delivered', responseStatus: 204, error: null, retryMs: null } as const;
        await deliveries.settle(second, { ...sent, body: second.body });
      }
      expect(await deliveries.get(tenantId, first.id)).toMatchObject({
        ...{ status: 'delivered', attempts: 2, responseStatus: 204, error: null, nextAt: null },
        deliveredAt: expect.any(String),
      });
      expect(await claimAll()).toEqual([]);
    });

    it('are given up when they are not to be tried again, and begin anew when somebody asks', async () => {
      const { deliveries } = db.store;
      await ended();
      const [first] = await claimAll();
      if (!first) throw new Error('Nothing was due.');
      await deliveries.settle(first, { ...refused, body: null, retryMs: null });
      expect(await deliveries.get(tenantId, first.id)).toMatchObject({ status: 'failed', nextAt: null });
      expect(await deliveries.redeliver('other', first.id)).toBeUndefined();
      expect(await deliveries.redeliver(tenantId, first.id)).toMatchObject({
        status: 'waiting',
        attempts: 0,
      });
      expect(await claimAll()).toMatchObject([{ id: first.id, attempts: 1 }]);
    });

    it('are listed newest first, by what is asked for, and go with their run', async () => {
      const { deliveries, conversations } = db.store;
      const a = await ended({ conversationId: 'a', workflowId: 'w1' });
      const b = await ended({ conversationId: 'b', ownerId: 'bob', workflowId: 'w2' });
      const of = async (filter: Parameters<typeof deliveries.list>[1]) =>
        (await deliveries.list(tenantId, filter)).items.map(({ runId }) => runId);
      expect(await of({})).toEqual([b.id, a.id]);
      expect(await of({ runId: a.id })).toEqual([a.id]);
      expect(await of({ ownerId: 'bob' })).toEqual([b.id]);
      expect(await of({ scopes: ['w1'] })).toEqual([a.id]);
      expect(await of({ status: 'delivered' })).toEqual([]);
      expect((await deliveries.list('other')).items).toEqual([]);
      await conversations.delete(tenantId, 'a');
      expect(await of({})).toEqual([b.id]);
    });
  });
}
