import type { ClaimedRun, NewRun, RunRecord } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import type { SqlRow } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { statementChannel } from '../database/statement-channel.ts';
import { claim, claimed, finished, newRun, outcome, step, tenantId, tokens } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

/** How many statements it takes. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const listen = () => {
    count += 1;
  };
  statementChannel.subscribe(listen);
  await work().finally(() => statementChannel.unsubscribe(listen));
  return count;
}

export function runsConformance(open: OpenTestDatabase): void {
  describe('runs.claim', () => {
    const db = useDatabase(open);

    it('hands out the first queued run, once', async () => {
      const first = await db.store.runs.accept(newRun());
      await db.store.runs.accept(newRun());
      expect(await db.store.runs.hasWork()).toBe(true);
      expect(await db.store.runs.countQueued()).toBe(2);
      const { run, lease } = await claim(db.store, 'w1');
      expect(run).toMatchObject({ id: first.id, status: 'running', attempt: 1 });
      expect(lease).toEqual({ conversationId: 'conversation', holder: 'w1', fence: 1 });
      expect(await db.store.runs.claim('w2', 1_000)).toEqual([]);
      expect(await db.store.runs.hasWork()).toBe(false);
      expect(await db.store.runs.countQueued()).toBe(1);
    });

    it('takes the oldest conversation first, or the one named', async () => {
      for (const conversationId of ['a', 'b', 'c']) await db.store.runs.accept(newRun({ conversationId }));
      expect((await claim(db.store, 'w', 'b')).run.conversationId).toBe('b');
      expect((await claim(db.store, 'w')).run.conversationId).toBe('a');
      expect(await db.store.runs.claim('w', 1_000, { conversationIds: ['nowhere'] })).toEqual([]);
    });

    it('hands out a run whose holder went silent before any other, to the next attempt', async () => {
      await db.store.runs.accept(newRun({ conversationId: 'older' }));
      const crashed = await db.store.runs.accept(newRun({ conversationId: 'crashed' }));
      const before = await claim(db.store, 'w1', 'crashed', 0);
      const after = await claim(db.store, 'w2');
      expect(after.run).toMatchObject({ id: crashed.id, attempt: 2, startedAt: before.run.startedAt });
      expect(after.lease).toMatchObject({ holder: 'w2', fence: before.lease.fence + 1 });
    });

    it('never hands a holder what it holds itself, however late it is, unless it has let go of it', async () => {
      const held = await db.store.runs.accept(newRun());
      await claim(db.store, 'late', undefined, 0);
      expect(await db.store.runs.claim('late', 1_000)).toEqual([]);
      expect(await db.store.runs.claim('late', 1_000, { conversationIds: ['conversation'] })).toEqual([]);
      const next = await db.store.runs.acceptAndClaim(newRun(), 'late', 1_000);
      expect(next.claimed).toBeUndefined();
      expect(await db.store.runs.claim('late', 1_000, { left: ['other'] })).toEqual([]);
      const [again] = await db.store.runs.claim('late', 0, { left: ['other', 'conversation'] });
      expect(again?.run).toMatchObject({ id: held.id, attempt: 2 });
      expect((await claim(db.store, 'another')).run.attempt).toBe(3);
    });

    it('tells how often a run has blocked its process', async () => {
      const { id } = await db.store.runs.accept(newRun());
      expect(await claim(db.store, 'w1', undefined, 0)).toMatchObject({ strikes: 0 });
      const { store: other } = await db.another();
      await other.runs.addStrikes(id, 1);
      expect(await claim(db.store, 'w2', undefined, 0)).toMatchObject({ strikes: 1 });
      await other.runs.addStrikes(id, 1);
      await other.runs.addStrikes(id, -1);
      await other.runs.addStrikes('gone', 1);
      expect(await claim(db.store, 'w3')).toMatchObject({ run: { id }, strikes: 1 });
    });

    it('hands out as many as are asked for, at the cost of one', async () => {
      const ids = Array.from({ length: 9 }, (_, index) => `c${index}`);
      for (const conversationId of ['alone', ...ids]) await db.store.runs.accept(newRun({ conversationId }));
      const take = async (most: number, conversationIds?: string[]) => {
        const claims: ClaimedRun[] = [];
        const statements = await statementsOf(async () =>
          claims.push(...(await db.store.runs.claim('w', 60_000, { most, conversationIds }))),
        );
        return { claims, statements };
      };
      // The first one looks around for who has died as well.
      await take(1, ['nowhere']);
      const one = await take(1, ['alone']);
      const named = await take(4, ['c3', 'c1', 'nowhere', 'alone', 'c2']);
      const rest = await take(5);
      const taken = [one, named, rest].map(({ claims }) => claims.map(({ run }) => run.conversationId));
      expect(taken).toEqual([['alone'], expect.arrayContaining(['c1', 'c2', 'c3']), expect.any(Array)]);
      expect(taken.map(({ length }) => length)).toEqual([1, 3, 5]);
      expect(await take(5)).toMatchObject({ claims: [{ run: { status: 'running', attempt: 1 } }] });
      expect(named.statements).toBe(one.statements);
      expect(one.statements).toBeLessThanOrEqual(4);
      expect(rest.statements).toBeLessThanOrEqual(5);
      for (const { run, lease } of named.claims) await db.store.runs.finish(lease, run.id, outcome());
    });

    it('hands each run out once when many ask at the same time', async () => {
      const { store: other } = await db.another();
      for (let index = 0; index < 10; index++) {
        await db.store.runs.accept(newRun({ conversationId: `c${index}` }));
      }
      const claims = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 === 0 ? db.store : other).runs.claim(`w${index}`, 60_000, { most: 1 + (index % 3) }),
        ),
      );
      const taken: string[] = claims.flat().map(({ run }) => run.id);
      while (taken.length < 10) taken.push((await claim(other, 'late')).run.id);
      expect(new Set(taken).size).toBe(10);
      expect(await db.store.runs.hasWork()).toBe(false);
    });
  });

  describe('leases', () => {
    const db = useDatabase(open);

    it('a former holder can write nothing', async () => {
      const { run } = await db.store.runs
        .accept(newRun())
        .then(() => claim(db.store, 'w1', 'conversation', 0));
      const stale = { conversationId: 'conversation', holder: 'w1', fence: 1 };
      const { lease } = await claim(db.store, 'w2');
      const lost = { code: 'LEASE_LOST' };
      const call = { callId: 'c', idempotencyKey: 'k', tool: 't', fingerprint: 'f' };
      const { runs, ledger } = db.store;
      await expect(runs.renew(stale, run.id, 1_000)).rejects.toMatchObject(lost);
      await expect(runs.rollBack(stale, run.id)).rejects.toMatchObject(lost);
      await expect(runs.finish(stale, run.id, outcome())).rejects.toMatchObject(lost);
      await expect(runs.commit(stale, run.id, { events: tokens(run.id, 1, 1) })).rejects.toMatchObject(lost);
      await expect(runs.commit(stale, run.id, { calls: [{ call }] })).rejects.toMatchObject(lost);
      const result = { output: '', isError: false };
      const calls = [{ call, result }];
      await expect(runs.commit(stale, run.id, { calls })).rejects.toMatchObject(lost);
      expect(await ledger.entries(run.id)).toEqual(new Map());
      expect(await db.store.events.lastSeq(run.id)).toBe(0);
      await runs.commit(lease, run.id, { events: tokens(run.id, 1, 1) });
    });

    it('are for the run that was claimed', async () => {
      const { lease } = await claimed(db.store);
      const waiting = await db.store.runs.accept(newRun());
      const append = db.store.runs.commit(lease, waiting.id, { events: tokens(waiting.id, 1, 1) });
      await expect(append).rejects.toMatchObject({ code: 'LEASE_LOST' });
    });

    it('renew keeps others away', async () => {
      await db.store.runs.accept(newRun());
      const { run, lease } = await claim(db.store, 'w1', undefined, 0);
      expect(await db.store.runs.renew(lease, run.id, 60_000)).toEqual({
        cancelRequested: false,
        rollback: false,
      });
      expect(await db.store.runs.claim('w2', 1_000)).toEqual([]);
    });

    it('end with the conversation that is deleted', async () => {
      const { run, lease } = await claimed(db.store);
      await db.store.conversations.delete(tenantId, 'conversation');
      await expect(db.store.runs.finish(lease, run.id, outcome())).rejects.toMatchObject({
        code: 'LEASE_LOST',
      });
    });

    it('of two processes that finish the same run, one does', async () => {
      const { store: other } = await db.another();
      await db.store.runs.accept(newRun());
      const first = await claim(db.store, 'w1', undefined, 0);
      const second = await claim(other, 'w2');
      const ends = await Promise.allSettled([
        db.store.runs.finish(first.lease, first.run.id, outcome({ answer: 'first' })),
        other.runs.finish(second.lease, second.run.id, outcome({ answer: 'second' })),
      ]);
      expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      expect(await db.store.runs.get(tenantId, first.run.id)).toMatchObject({ answer: 'second', attempt: 2 });
    });
  });

  describe('runs.finish', () => {
    const db = useDatabase(open);

    it('keeps the outcome with the last events and gives the lease back', async () => {
      const { run, lease } = await claimed(db.store);
      const end = outcome({
        status: 'failed',
        answer: 'Sorry \u0000',
        structured: { math: { result: -0 } },
        degraded: ['answer_missing', 'answer_without_model'],
        error: { code: 'MODEL_TIMEOUT', message: 'slow', hint: 'wait' },
      });
      const commit = { events: tokens(run.id, 1, 3) };
      const { hasNext, ...ended } = await finished(db.store, { run, lease }, end, commit);
      expect(hasNext).toBe(false);
      expect(ended).toMatchObject(end);
      expect(ended.endedAt).not.toBeNull();
      expect(await db.store.runs.get(tenantId, run.id)).toEqual(ended);
      expect(await db.store.events.read(run.id, 0)).toEqual(tokens(run.id, 1, 3));
      await db.store.runs.accept(newRun());
      expect((await claim(db.store, 'w2')).lease.fence).toBe(2);
    });

    it('ends a run alike, whether or not somebody is told of it', async () => {
      const { store, database } = db;
      const rowOf = statement<{ id: string }, SqlRow>(
        `SELECT last_position, ended_through, ready_at > 0 AS is_ready, lease_holder, lease_until, lease_run_id, lease_fence
         FROM conversations WHERE id = $id`,
      );
      const webhook = { url: 'https://example.com', format: 'native' } as const;
      const told = async (id: string, more: Partial<NewRun>) => {
        const seen: unknown[] = [];
        for (const said of ['first', 'second']) {
          const before = await store.states.latest(id);
          await store.runs.accept(newRun({ conversationId: id, ...more }));
          const { run, lease } = await claim(store, 'w', id);
          if (said === 'second') await store.runs.accept(newRun({ conversationId: id, ...more }));
          const commit = { events: tokens(run.id, 1, 3), steps: [step(run.id, { said }, before)] };
          const ended = await finished(store, { run, lease }, outcome({ answer: said }), commit);
          expect(await store.events.read(run.id, 0)).toEqual(commit.events);
          const { status, answer, hasNext, attempt, endedAt } = ended;
          const { messages = [], step: number } = (await store.states.latest(id)) ?? {};
          const state = { said: messages.map(({ content }) => content), number };
          const isEnded = endedAt !== null && endedAt >= run.createdAt;
          seen.push({
            status,
            answer,
            hasNext,
            attempt,
            isEnded,
            state,
            row: await database.first(rowOf, { id }),
          });
        }
        return seen;
      };
      const plain = await told('plain', {});
      expect(plain).toEqual(await told('told', { webhook }));
      expect(plain).toMatchObject([{ hasNext: false }, { hasNext: true }]);
    });

    it('ends nothing for who has lost the lease, or whose step or event is not the next one', async () => {
      const { store } = db;
      const { run, lease } = await claimed(store);
      const commit = { events: tokens(run.id, 1, 3), steps: [step(run.id, { said: 'x' })] };
      const lost = { code: 'LEASE_LOST' };
      const former = { ...lease, fence: lease.fence - 1 };
      await expect(store.runs.finish(former, run.id, outcome(), commit)).rejects.toMatchObject(lost);
      const late = { ...commit, events: tokens(run.id, 2, 2) };
      await expect(store.runs.finish(lease, run.id, outcome(), late)).rejects.toMatchObject(lost);
      expect(await store.runs.get(tenantId, run.id)).toEqual(run);
      expect(await store.states.latest('conversation')).toBeUndefined();
      expect(await store.events.read(run.id, 0)).toEqual([]);
      await store.runs.finish(lease, run.id, outcome(), commit);
      await expect(store.runs.finish(lease, run.id, outcome(), commit)).rejects.toMatchObject(lost);
    });

    it('awaiting_human of a run that was asked to stop ends it', async () => {
      const { run, lease } = await claimed(db.store);
      await db.store.runs.accept(newRun({ onBusy: 'interrupt' }));
      const handoff = { id: 'h', node: 'n', question: 'Well?' };
      const ended = await db.store.runs.finish(lease, run.id, outcome({ status: 'awaiting_human', handoff }));
      expect(ended.status).toBe('cancelled');
      expect((await db.store.handoffs.waiting(tenantId)).items).toEqual([]);
      expect((await claim(db.store, 'w')).run.position).toBe(2);
    });
  });

  describe('runs.requestCancel', () => {
    const db = useDatabase(open);

    it('cancels a queued run at once', async () => {
      const run = await db.store.runs.accept(newRun());
      const cancelled = await db.store.runs.requestCancel(tenantId, run.id);
      expect(cancelled).toMatchObject({ status: 'cancelled', cancelRequested: true });
      expect(await db.store.runs.hasWork()).toBe(false);
    });

    it('asks the one at work to stop, and leaves an ended one alone', async () => {
      const { run, lease } = await claimed(db.store);
      expect(await db.store.runs.requestCancel(tenantId, run.id)).toMatchObject({
        status: 'running',
        cancelRequested: true,
      });
      expect(await db.store.runs.renew(lease, run.id, 1_000)).toMatchObject({ cancelRequested: true });
      const how = outcome({ status: 'cancelled' });
      const { hasNext: _, ...ended } = await finished(db.store, { run, lease }, how);
      expect(await db.store.runs.requestCancel(tenantId, run.id)).toEqual(ended);
    });

    it('knows no run of another tenant', async () => {
      const run = await db.store.runs.accept(newRun());
      expect(await db.store.runs.requestCancel('other', run.id)).toBeUndefined();
      expect(await db.store.runs.get('other', run.id)).toBeUndefined();
      expect((await db.store.runs.list('other')).items).toEqual([]);
    });
  });

  describe('runs.list', () => {
    const db = useDatabase(open);

    it('is newest first, in pages, of a conversation, of a status', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 5; index++) {
        const conversationId = index < 3 ? 'a' : 'b';
        ids.unshift((await db.store.runs.accept(newRun({ conversationId }))).id);
      }
      const list = async (filter: Parameters<typeof db.store.runs.list>[1]) =>
        (await db.store.runs.list(tenantId, filter)).items.map(({ id }) => id);
      expect(await list({})).toEqual(ids);
      expect(await list({ limit: 2 })).toEqual(ids.slice(0, 2));
      expect(await list({ limit: 2, after: ids[1] ?? '' })).toEqual(ids.slice(2, 4));
      expect(await list({ conversationId: 'a' })).toEqual(ids.slice(2));
      expect(await list({ conversationId: 'a', limit: 1, after: ids[2] ?? '' })).toEqual([ids[3]]);
      expect(await list({ after: 'gone' })).toEqual([]);
      await claim(db.store, 'w', 'b');
      expect(await list({ status: 'running' })).toEqual([ids[1]]);
      expect(await list({ conversationId: 'b', status: 'queued' })).toEqual([ids[0]]);
    });

    it('finds the one that waits for a person behind those that ended, and those behind it', async () => {
      const of = async (status: RunRecord['status']) =>
        (await db.store.runs.list(tenantId, { conversationId: 'conversation', status })).items.map(
          ({ id }) => id,
        );
      for (let index = 0; index < 3; index++) {
        const { run, lease } = await claimed(db.store);
        await db.store.runs.finish(lease, run.id, outcome());
      }
      expect(await of('awaiting_human')).toEqual([]);
      const { run: asking, lease } = await claimed(db.store);
      const handoff = { id: 'h', node: 'n', question: 'Well?' };
      await db.store.runs.finish(lease, asking.id, outcome({ status: 'awaiting_human', handoff }));
      const next = await db.store.runs.accept(newRun());
      expect(await of('awaiting_human')).toEqual([asking.id]);
      expect(await of('queued')).toEqual([next.id]);
      expect(await of('completed')).toHaveLength(3);
    });

    it('is of an owner, and of a workflow', async () => {
      const ann = await db.store.runs.accept(newRun({ ownerId: 'ann', workflowId: 'w1' }));
      const bob = await db.store.runs.accept(newRun({ ownerId: 'bob', workflowId: 'w2' }));
      const list = async (filter: Parameters<typeof db.store.runs.list>[1]) =>
        (await db.store.runs.list(tenantId, filter)).items.map(({ id }) => id);
      expect(await list({ ownerId: 'ann' })).toEqual([ann.id]);
      expect(await list({ ownerId: 'bob', conversationId: 'conversation' })).toEqual([bob.id]);
      expect(await list({ workflowId: 'w2' })).toEqual([bob.id]);
      expect(await list({ workflowId: 'w2', ownerId: 'ann' })).toEqual([]);
    });
  });
}
