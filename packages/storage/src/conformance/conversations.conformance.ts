import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { statementChannel } from '../database/statement-channel.ts';
import { claimed, newRun, outcome, step, tenantId, tokens } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const leftovers = statement<Record<string, never>, { rows: number }>(
  `SELECT (SELECT COUNT(*) FROM runs) + (SELECT COUNT(*) FROM event_batches) + (SELECT COUNT(*) FROM steps)
     + (SELECT COUNT(*) FROM handoffs) + (SELECT COUNT(*) FROM conversations) AS rows`,
);
/** The clock of the database goes on. */
const tick = () => delay(2);
const future = '2999-01-01T00:00:00.000Z';
const past = '2001-01-01T00:00:00.000Z';

export function conversationsConformance(open: OpenTestDatabase): void {
  describe('conversations', () => {
    const db = useDatabase(open);
    /** A conversation with something in every table. */
    const full = async (conversationId: string, id: string) => {
      const { run, lease } = await claimed(db.store, { conversationId });
      const call = { callId: 'c', idempotencyKey: 'k', tool: 't', fingerprint: 'f' };
      await db.store.runs.commit(lease, run.id, {
        calls: [{ call }],
        events: tokens(run.id, 1, 5),
        steps: [step(run.id, { said: 'Well?' })],
      });
      const handoff = { id, node: 'n', question: 'Well?' };
      await db.store.runs.finish(lease, run.id, outcome({ status: 'awaiting_human', handoff }));
    };
    const rowsLeft = async () => (await db.database.first(leftovers, {}))?.rows;

    it('are listed by their latest message, in pages that hold while they move, of an owner', async () => {
      for (const [conversationId, ownerId] of [
        ['a', 'ann'],
        ['b', 'bob'],
        ['c', 'ann'],
      ] as const) {
        await db.store.runs.accept(newRun({ conversationId, ownerId }));
      }
      const page = async (filter: Parameters<typeof db.store.conversations.list>[1]) => {
        const { items, next } = await db.store.conversations.list(tenantId, filter);
        return { ids: items.map(({ id }) => id), next: next ?? 'none' };
      };
      const list = async (filter: Parameters<typeof page>[0]) => (await page(filter)).ids;
      expect(await list({})).toEqual(['c', 'b', 'a']);
      expect(await list({ ownerId: 'ann' })).toEqual(['c', 'a']);
      const first = await page({ limit: 1 });
      const ofAnn = await page({ limit: 1, ownerId: 'ann' });
      expect([first.ids, ofAnn.ids]).toEqual([['c'], ['c']]);
      expect(await page({ limit: 1, after: first.next })).toMatchObject({ ids: ['b'] });

      await tick();
      await db.store.conversations.create({ id: 'empty', tenantId, ownerId: 'bob' });
      await tick();
      await db.store.runs.accept(newRun({ conversationId: 'b', ownerId: 'bob' }));
      await tick();
      await db.store.runs.accept(newRun({ conversationId: 'c', ownerId: 'ann' }));
      expect(await list({})).toEqual(['c', 'b', 'empty', 'a']);
      expect(await list({ order: 'creation' })).toEqual(['empty', 'c', 'b', 'a']);
      expect(await list({ order: 'creation', after: 'c' })).toEqual(['b', 'a']);
      expect(await list({ ids: ['a', 'b'] })).toEqual(['b', 'a']);
      // What has moved to the front since is not come by again, and nothing that has not moved is left out.
      expect(await list({ after: first.next })).toEqual(['a']);
      expect(await list({ ownerId: 'ann', after: ofAnn.next })).toEqual(['a']);
      await db.store.conversations.delete(tenantId, 'c');
      expect(await list({ after: first.next })).toEqual(['a']);
      expect(await list({ after: 'gone' })).toEqual([]);
      expect(await list({ after: 'gone.' })).toEqual([]);
      expect((await db.store.conversations.list('other')).items).toEqual([]);
    });

    it('are listed by where they stand, for those who may see them, in either order', async () => {
      const { conversations, runs } = db.store;
      const ran = async (conversationId: string, ownerId: string, workflowId: string) =>
        claimed(db.store, { conversationId, ownerId, workflowId });
      const asks = async (conversationId: string, ownerId: string, workflowId: string) => {
        const { run, lease } = await ran(conversationId, ownerId, workflowId);
        const handoff = { id: conversationId, node: 'n', question: 'Well?' };
        await runs.finish(lease, run.id, outcome({ status: 'awaiting_human', handoff }));
      };
      await asks('a', 'ann', 'desk');
      await asks('b', 'bob', 'desk');
      await asks('c', 'ann', 'bank');
      const both = await ran('d', 'ann', 'bank');
      await runs.finish(both.lease, both.run.id, outcome());
      await asks('d', 'ann', 'desk');
      await ran('working', 'ann', 'desk');
      await conversations.create({ id: 'empty', tenantId, ownerId: 'ann' });
      await tick();
      // What waits behind one that asks does not change where it stands, nor does whose message that is.
      await runs.accept(newRun({ conversationId: 'b', ownerId: 'ann', workflowId: 'desk' }));

      type Filter = Parameters<typeof conversations.list>[1];
      const list = async (filter: Filter) =>
        (await conversations.list(tenantId, filter)).items.map(({ id }) => id);
      const waiting = async (filter: Filter) => list({ ...filter, status: 'interrupted' });
      expect(await waiting({})).toEqual(['b', 'd', 'c', 'a']);
      expect(await waiting({ order: 'creation' })).toEqual(['d', 'c', 'b', 'a']);
      expect(await waiting({ ownerId: 'ann' })).toEqual(['d', 'c', 'a']);
      expect(await waiting({ ownerId: 'bob' })).toEqual(['b']);
      expect(await waiting({ ownerId: 'carol' })).toEqual([]);
      expect(await waiting({ scopes: ['desk'] })).toEqual(['b', 'a']);
      expect(await waiting({ scopes: ['desk', 'bank'], ownerId: 'ann' })).toEqual(['d', 'c', 'a']);
      expect(await waiting({ scopes: ['nowhere'] })).toEqual([]);
      expect(await waiting({ ids: ['a', 'c', 'working'], scopes: ['desk'] })).toEqual(['a']);
      expect(await list({ status: 'busy' })).toEqual(['working']);
      expect(await list({ status: 'idle' })).toEqual(['empty']);
      expect(await list({ status: 'error' })).toEqual([]);
      for (const order of ['activity', 'creation'] as const) {
        const whole = await waiting({ order, ownerId: 'ann' });
        const { items, next } = await conversations.list(tenantId, {
          ...{ status: 'interrupted', order, ownerId: 'ann', limit: 2 },
        });
        const rest = await waiting({ order, ownerId: 'ann', after: next ?? 'none' });
        expect([...items.map(({ id }) => id), ...rest]).toEqual(whole);
      }
    });

    it('that are few are looked through once, however few of them are shown', async () => {
      await full('a', 'h1');
      const asked: unknown[] = [];
      const listen = (message: unknown) => void asked.push(message);
      statementChannel.subscribe(listen);
      const { items, next } = await db.store.conversations
        .list(tenantId, { status: 'interrupted', ownerId: 'nobody' })
        .finally(() => statementChannel.unsubscribe(listen));
      expect([items, next, asked.length]).toEqual([[], null, 1]);
    });

    it('have places of their own when their messages came at the same time', async () => {
      const ids = ['a', 'b', 'c', 'd', 'e'];
      for (const id of ids) await db.store.conversations.create({ id, tenantId, ownerId: 'ann' });
      await db.database.run(statement('UPDATE conversations SET active_at = 7'), {});
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const { items, next } = await db.store.conversations.list(tenantId, {
          limit: 2,
          ...(after && { after }),
        });
        seen.push(...items.map(({ id }) => id));
        if (next === null) break;
        after = next;
      }
      expect(seen).toEqual(ids.toReversed());
    });

    it('are not left out of the next page when the last one of this page is gone', async () => {
      for (const id of ['a', 'b', 'c']) await db.store.conversations.create({ id, tenantId, ownerId: 'ann' });
      await db.database.run(statement('UPDATE conversations SET active_at = 7'), {});
      const { next } = await db.store.conversations.list(tenantId, { limit: 1 });
      await db.store.conversations.delete(tenantId, 'c');
      const rest = await db.store.conversations.list(tenantId, { after: next ?? 'none' });
      expect(rest.items.map(({ id }) => id)).toEqual(['b', 'a']);
    });

    it('begin with a title and metadata of their own, once', async () => {
      const made = { id: 'a', tenantId, ownerId: 'ann', title: 'Trip', metadata: { city: 'Oslo' } };
      const conversation = await db.store.conversations.create(made);
      expect(conversation).toMatchObject(made);
      expect(await db.store.conversations.create({ ...made, title: 'Other' })).toEqual(conversation);
      await expect(db.store.conversations.create({ ...made, tenantId: 'other' })).rejects.toMatchObject({
        code: 'CONVERSATION_NOT_FOUND',
      });
      expect(await db.store.runs.accept(newRun({ conversationId: 'a' }))).toMatchObject({ position: 1 });
    });

    it('change what is given and nothing else', async () => {
      await db.store.conversations.create({ id: 'a', tenantId, ownerId: 'ann', metadata: { n: 1 } });
      expect(await db.store.conversations.update(tenantId, 'a', { title: 'New' })).toMatchObject({
        title: 'New',
        metadata: { n: 1 },
      });
      expect(await db.store.conversations.update('other', 'a', { title: 'Theirs' })).toBeUndefined();
      expect(await db.store.conversations.get(tenantId, 'a')).toMatchObject({ title: 'New' });
    });

    it('are called by the first line of their first message, shortened between characters', async () => {
      await db.store.runs.accept(newRun({ conversationId: 'a', input: `\n${'😀'.repeat(90)}\nmore` }));
      expect(await db.store.conversations.get(tenantId, 'a')).toMatchObject({
        title: `${'😀'.repeat(79)}…`,
      });
    });

    it('delete takes everything of it along', async () => {
      await full('a', 'h1');
      const { store } = db;
      expect(await store.conversations.delete('other', 'a')).toBe(false);
      expect(await store.conversations.delete(tenantId, 'a')).toBe(true);
      expect(await store.conversations.delete(tenantId, 'a')).toBe(false);
      expect(await rowsLeft()).toBe(0);
      expect(await store.conversations.get(tenantId, 'a')).toBeUndefined();
    });

    it('purge removes the untouched ones and none that is at work', async () => {
      await full('a', 'h1');
      await full('b', 'h2');
      await full('c', 'h3');
      await claimed(db.store, { conversationId: 'working' });
      await db.store.runs.accept(newRun({ conversationId: 'queued' }));
      const { conversations } = db.store;
      expect(await conversations.purge(past)).toBe(0);
      expect(await conversations.countUntouched(past)).toEqual({ count: 0, isMore: false });
      expect(await conversations.countUntouched(future)).toEqual({ count: 3, isMore: false });
      expect(await conversations.purge(future)).toBe(3);
      expect(await conversations.purge(future)).toBe(0);
      expect(await db.store.states.latest('a')).toBeUndefined();
      const left = (await db.store.conversations.list(tenantId)).items;
      expect(left.map(({ id }) => id)).toEqual(['queued', 'working']);
      await expect(conversations.purge('yesterday')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    });

    it('is touched by what happens in it', async () => {
      await db.store.runs.accept(newRun());
      const before = await db.store.conversations.get(tenantId, 'conversation');
      expect(before && before.updatedAt >= before.createdAt).toBe(true);
    });

    it('know which workflows took part, and are listed for those who may use all of them', async () => {
      const { conversations, runs, states } = db.store;
      await conversations.create({ id: 'empty', tenantId, ownerId: 'ann' });
      const ran = async (conversationId: string, workflowId: string, ...said: string[]) => {
        const { run, lease } = await claimed(db.store, { conversationId, workflowId });
        const steps = said.map((text) => step(run.id, { said: text }));
        await runs.finish(lease, run.id, outcome(), { steps });
      };
      await ran('of a', 'a');
      await ran('of a and b', 'a', 'Hello.');
      await ran('of a and b', 'b');
      await ran('of a and b', 'a');
      await states.fork({
        tenantId,
        ownerId: 'ann',
        from: { conversationId: 'of a and b' },
        conversationId: 'fork',
      });
      const workflows = async (id: string) => (await conversations.get(tenantId, id))?.workflows;
      expect(await workflows('empty')).toEqual([]);
      expect(await workflows('of a')).toEqual(['a']);
      expect(await workflows('fork')).toEqual(['a', 'b']);
      const listed = async (...scopes: string[]) =>
        (await conversations.list(tenantId, { scopes })).items.map(({ id }) => id);
      expect(await listed('a')).toEqual(['of a', 'empty']);
      expect(await listed('b')).toEqual(['empty']);
      expect(await listed('b', 'a')).toEqual(['fork', 'of a and b', 'of a', 'empty']);
      const inRuns = async (...scopes: string[]) =>
        (await runs.list(tenantId, { scopes })).items.map(({ conversationId }) => conversationId);
      expect(await inRuns('a')).toEqual(['of a']);
      expect(await inRuns('a', 'b')).toHaveLength(4);
      expect((await runs.list(tenantId, { conversationId: 'of a and b', scopes: ['a'] })).items).toEqual([]);
    });
  });
}
