import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimed, newRun, sampleSchedule, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const long = '2020-01-01T00:00:00.000Z';
const after = '2020-01-01T00:01:00.000Z';
const never = '2999-01-01T00:00:00.000Z';

export function schedulesConformance(open: OpenTestDatabase): void {
  describe('schedules', () => {
    const db = useDatabase(open);
    const make = (fields: Parameters<typeof sampleSchedule>[0] = {}, most = 100) =>
      db.store.schedules.create(sampleSchedule(fields), most);
    const runOf = (conversationId: string = randomUUID()) => ({ run: newRun({ conversationId }) });

    it('are kept as they are, changed, and removed, by their tenant alone', async () => {
      const { schedules } = db.store;
      const made = await make({ metadata: { a: [1] }, model: 'm', endsAt: never, nextAt: never });
      const { id } = made;
      expect(await schedules.get(tenantId, id)).toStrictEqual(made);
      expect(await schedules.get('other', id)).toBeUndefined();
      expect(await schedules.update('other', id, { enabled: false })).toBeUndefined();
      const changed = await schedules.update(tenantId, id, { enabled: false, nextAt: null });
      expect(changed).toStrictEqual({
        ...made,
        enabled: false,
        nextAt: null,
        updatedAt: changed?.updatedAt,
      });
      expect(await schedules.delete('other', id)).toBe(false);
      expect(await schedules.delete(tenantId, id)).toBe(true);
      expect(await schedules.get(tenantId, id)).toBeUndefined();
    });

    it('list the newest first, by what is asked for, in pages', async () => {
      const { schedules } = db.store;
      const a = await make({ ownerId: 'ann', workflowId: 'w1' });
      const b = await make({ ownerId: 'bob', workflowId: 'w2', conversationId: 'c', enabled: false });
      await make({ tenantId: 'other' });
      const ids = async (filter: Parameters<typeof schedules.list>[1]) =>
        (await schedules.list(tenantId, filter)).items.map(({ id }) => id);
      expect(await ids({})).toEqual([b.id, a.id]);
      expect(await ids({ ownerId: 'ann' })).toEqual([a.id]);
      expect(await ids({ workflowId: 'w2' })).toEqual([b.id]);
      expect(await ids({ conversationId: 'c' })).toEqual([b.id]);
      expect(await ids({ enabled: true })).toEqual([a.id]);
      expect(await ids({ scopes: ['w1', 'w3'] })).toEqual([a.id]);
      expect(await ids({ limit: 1, after: b.id })).toEqual([a.id]);
    });

    it('are no more than allowed in a tenant', async () => {
      await make({}, 1);
      await make({ tenantId: 'other' }, 1);
      await expect(make({}, 1)).rejects.toMatchObject({ code: 'TOO_MANY' });
    });

    it('tell what is due, and when the next one is', async () => {
      const { schedules } = db.store;
      expect(await schedules.due(5)).toMatchObject({ items: [], next: null });
      const later = await make({ nextAt: never });
      const second = await make({ nextAt: after });
      const first = await make({ nextAt: long });
      await make({ nextAt: null });
      const all = await schedules.due(5);
      expect(all.items).toStrictEqual([first, second]);
      expect(all.next).toBe(later.nextAt);
      expect(await schedules.due(1)).toMatchObject({ items: [{ id: first.id }], next: after });
    });

    it('fire a due time once, with its run, and go on to the next', async () => {
      const { schedules, runs } = db.store;
      const { id } = await make({ nextAt: long });
      const due = { scheduleId: id, dueAt: long, nextAt: after };
      const fired = await schedules.fire(due, runOf());
      expect(fired?.run).toMatchObject({ status: 'queued' });
      expect(await runs.get(tenantId, fired?.run?.id ?? '')).toStrictEqual(fired?.run);
      expect(await schedules.fire(due, runOf())).toBeUndefined();
      expect((await runs.list(tenantId)).items).toHaveLength(1);
      expect(await schedules.get(tenantId, id)).toMatchObject({ nextAt: after });
      expect(await schedules.firings(id, 10)).toMatchObject([
        { dueAt: long, runId: fired?.run?.id, error: null },
      ]);
    });

    it('fire a due time once when several processes see it', async () => {
      const others = await Promise.all([db.another(), db.another()]);
      const stores = [db.store, ...others.map(({ store }) => store)];
      const made = await Promise.all(Array.from({ length: 20 }, () => make({ nextAt: long })));
      await Promise.all(
        stores.flatMap(({ schedules }) =>
          made.map(({ id }) =>
            schedules.fire({ scheduleId: id, dueAt: long, nextAt: null }, runOf(`of-${id}`)),
          ),
        ),
      );
      const runs = (await db.store.runs.list(tenantId)).items.map(({ conversationId }) => conversationId);
      expect(runs.toSorted()).toEqual(made.map(({ id }) => `of-${id}`).toSorted());
    });

    it('do not fire a time again that a change brings back', async () => {
      const { schedules, runs } = db.store;
      const { id } = await make({ nextAt: long });
      const due = { scheduleId: id, dueAt: long, nextAt: null };
      await schedules.fire(due, runOf());
      await schedules.update(tenantId, id, { nextAt: long });
      expect(await schedules.fire(due, runOf())).toEqual({ run: null });
      expect((await runs.list(tenantId)).items).toHaveLength(1);
      expect(await schedules.get(tenantId, id)).toMatchObject({ nextAt: null });
    });

    it('stay due when the run is refused, until that is noted', async () => {
      const { schedules } = db.store;
      await claimed(db.store, { conversationId: 'busy' });
      const { id } = await make({ nextAt: long });
      const due = { scheduleId: id, dueAt: long, nextAt: after };
      const refused = { run: newRun({ conversationId: 'busy', onBusy: 'reject' }) };
      await expect(schedules.fire(due, refused)).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' });
      expect(await schedules.get(tenantId, id)).toMatchObject({ nextAt: long });
      const error = { code: 'CONVERSATION_BUSY', message: 'It is at work.' };
      expect(await schedules.fire(due, { error })).toEqual({ run: null });
      expect(await schedules.firings(id, 10)).toMatchObject([{ runId: null, error }]);
    });

    it('remember their last 100 due times', async () => {
      const { schedules } = db.store;
      const at = (minute: number) => new Date(Date.parse(long) + minute * 60_000).toISOString();
      const { id } = await make({ nextAt: at(0) });
      for (let minute = 0; minute < 103; minute++) {
        const due = { scheduleId: id, dueAt: at(minute), nextAt: at(minute + 1) };
        await schedules.fire(due, { error: { code: 'X', message: '' } });
      }
      const kept = await schedules.firings(id, 1_000);
      expect([kept.length, kept[0]?.dueAt, kept.at(-1)?.dueAt]).toEqual([100, at(102), at(3)]);
    });

    it('go with the conversation that they send to', async () => {
      const { schedules } = db.store;
      const { id } = await make({ conversationId: 'c' });
      const kept = await make({ conversationId: 'd' });
      expect(await schedules.deleteOf('other', 'c')).toBe(0);
      expect(await schedules.deleteOf(tenantId, 'c')).toBe(1);
      expect(await schedules.get(tenantId, id)).toBeUndefined();
      expect(await schedules.get(tenantId, kept.id)).toBeDefined();
    });
  });
}
