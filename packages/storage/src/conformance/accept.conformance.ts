import { type NewRun, OtherVersion } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import type { SqlRow } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import {
  claim,
  claimed,
  finished,
  newRun,
  outcome,
  step,
  tenantId,
  tokens,
  workflow,
} from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

export function acceptConformance(open: OpenTestDatabase): void {
  describe('runs.accept', () => {
    const db = useDatabase(open);

    it('keeps how a run begins and where it pauses', async () => {
      const terms = { start: { turn: 'kept', at: 'b' }, pauses: { before: ['*'] } } as const;
      const told = { start: { ...terms.start }, pauses: { before: [...terms.pauses.before] } };
      const { run } = await claimed(db.store, told);
      expect(run).toMatchObject(terms);
      expect(await db.store.runs.get(tenantId, run.id)).toMatchObject(terms);
    });

    it('leaves a run alone until it is due', async () => {
      const { store } = db;
      const { claimed: early } = await store.runs.acceptAndClaim(newRun({ delayMs: 300 }), 'worker', 60_000);
      expect(early).toBeUndefined();
      expect(await store.runs.claim('worker', 60_000)).toEqual([]);
      await expect.poll(() => store.runs.claim('worker', 60_000), { timeout: 10_000 }).toHaveLength(1);
    });

    it('takes a message up at once as it would be taken up later', async () => {
      const { store, database } = db;
      const rowOf = statement<{ id: string }, SqlRow>(
        `SELECT last_position, ended_through, ready_at, workflows_json, lease_holder, lease_fence,
           lease_until - STEADY_MS > 50000 AS is_leased,
           (SELECT position FROM runs WHERE runs.id = lease_run_id) AS leased FROM conversations WHERE id = $id`,
      );
      const takeUp = {
        atOnce: async (run: NewRun) => (await store.runs.acceptAndClaim(run, 'w', 60_000)).claimed,
        later: async (run: NewRun) => {
          await store.runs.accept(run);
          return claim(store, 'w', run.conversationId);
        },
      };
      const told = async (way: keyof typeof takeUp) => {
        const seen: unknown[] = [];
        for (const workflowId of ['one', 'two']) {
          const taken = await takeUp[way](newRun({ conversationId: way, workflowId }));
          if (!taken) throw new Error('It was not taken up.');
          const { run, lease, strikes } = taken;
          expect(await store.runs.get(tenantId, run.id)).toEqual(run);
          expect(run.startedAt).not.toBeNull();
          const { position, status, attempt } = run;
          const row = await database.first(rowOf, { id: way });
          seen.push({ position, status, attempt, strikes, fence: lease.fence, row });
          await store.runs.finish(lease, run.id, outcome());
          seen.push(await database.first(rowOf, { id: way }));
        }
        return seen;
      };
      expect(await told('atOnce')).toEqual(await told('later'));
    });

    it('takes nothing up where somebody else is at work, or waits for a person', async () => {
      const { store } = db;
      const { run, lease } = await claimed(store);
      const next = () => store.runs.acceptAndClaim(newRun(), 'another', 60_000);
      expect(await next()).toMatchObject({ run: { position: 2, status: 'queued' }, claimed: undefined });
      const handoff = { id: 'h', question: 'Who?', node: 'n' };
      await store.runs.finish(lease, run.id, outcome({ status: 'awaiting_human', handoff }));
      expect(await next()).toMatchObject({ run: { position: 3, status: 'queued' }, claimed: undefined });
    });

    it('takes a message only while what was published for it still is', async () => {
      const { store } = db;
      const { version } = await store.workflows.put(tenantId, workflow());
      const ways = {
        accept: (run: NewRun) => store.runs.accept(run),
        acceptAndClaim: async (run: NewRun) => (await store.runs.acceptAndClaim(run, 'w', 60_000)).run,
      };
      for (const [way, take] of Object.entries(ways)) {
        const run = (published: number, conversationId: string) =>
          newRun({ workflowVersion: version, published, conversationId: `${way} ${conversationId}` });
        for (const old of [0, version + 1])
          await expect(take(run(old, 'old'))).rejects.toBeInstanceOf(OtherVersion);
        expect(await store.conversations.get(tenantId, `${way} old`)).toBeUndefined();
        const taken = run(version, 'new');
        expect(await take(taken)).toMatchObject({ workflowVersion: version });
        await expect(take(run(0, 'new'))).rejects.toBeInstanceOf(OtherVersion);
        // It was taken, whatever is published by now.
        expect(await take({ ...taken, published: 0 })).toMatchObject({ id: taken.id });
        const unstored = newRun({ workflowId: 'another', published: 0, conversationId: `${way} another` });
        expect(await take(unstored)).toMatchObject({ workflowId: 'another' });
      }
    });

    it('keeps the message as it is and makes the conversation', async () => {
      const input = newRun({ input: 'NUL \u0000 and 😀', model: 'offline', metadata: { a: [1, null] } });
      const run = await db.store.runs.accept(input);
      const { onBusy: _, ...fields } = input;
      expect(run).toMatchObject({ ...fields, position: 1, status: 'queued', attempt: 0, answer: '' });
      expect(await db.store.runs.get(tenantId, run.id)).toEqual(run);
      expect(await db.store.conversations.get(tenantId, 'conversation')).toMatchObject({
        ownerId: 'ann',
        title: input.input,
        metadata: {},
      });
    });

    it('keeps the id and the parts that the sender gave the message, and knows them again by a key', async () => {
      const inputParts = [{ type: 'file', fileId: 'f', mediaType: 'image/png', size: 3 } as const];
      const input = newRun({ input: '', inputId: 'own', inputParts, idempotencyKey: 'k' });
      const run = await db.store.runs.accept(input);
      expect(run).toMatchObject({ input: '', inputId: 'own', inputParts });
      expect(await db.store.runs.get(tenantId, run.id)).toEqual(run);
      expect(await db.store.runs.accept({ ...input, id: 'again' })).toEqual(run);
      await expect(db.store.runs.accept({ ...input, inputId: 'another' })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
      const plain = await db.store.runs.accept(newRun());
      expect(plain).toMatchObject({ inputId: `${plain.id}:input`, inputParts: null });
    });

    it('counts positions within each conversation', async () => {
      const a = await db.store.runs.accept(newRun({ conversationId: 'a' }));
      const b = await db.store.runs.accept(newRun({ conversationId: 'b' }));
      const second = await db.store.runs.accept(newRun({ conversationId: 'a' }));
      expect([a.position, b.position, second.position]).toEqual([1, 1, 2]);
    });

    it('returns the first run for the same key of the same tenant', async () => {
      const first = await db.store.runs.accept(newRun({ idempotencyKey: 'k' }));
      const again = await db.store.runs.accept(
        newRun({
          idempotencyKey: 'k',
          conversationId: 'elsewhere',
          newConversation: true,
          workflowVersion: 2,
          metadata: { plugins: 'newer' },
          onBusy: 'reject',
        }),
      );
      expect(again).toEqual(first);
      expect(await db.store.conversations.get(tenantId, 'elsewhere')).toBeUndefined();
      const other = newRun({ idempotencyKey: 'k', tenantId: 'other', conversationId: 'theirs' });
      expect((await db.store.runs.accept(other)).id).toBe(other.id);
    });

    it('keeps the keys of users apart', async () => {
      const [of, also] = [newRun({ idempotencyKey: 'k' }), newRun({ idempotencyKey: 'k', ownerId: 'bob' })];
      await db.store.runs.accept(of);
      const theirs = await db.store.runs.accept({ ...also, conversationId: 'theirs' });
      expect(theirs).toMatchObject({ id: also.id, ownerId: 'bob' });
    });

    it.each([
      ['another message', { input: 'Else' }],
      ['another workflow', { workflowId: 'other' }],
      ['another conversation', { conversationId: 'elsewhere' }],
      ['another tone', { tone: 'formal' }],
      ['another model', { model: 'offline' }],
    ] as const)('refuses the same key for %s', async (_, change) => {
      const first = newRun({ idempotencyKey: 'k' });
      await db.store.runs.accept(first);
      const again = db.store.runs.accept(newRun({ idempotencyKey: 'k', ...change }));
      await expect(again).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
      const claimed = db.store.runs.acceptAndClaim(newRun({ idempotencyKey: 'k', ...change }), 'w', 1_000);
      await expect(claimed).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
      expect((await db.store.runs.list(tenantId)).items.map(({ id }) => id)).toEqual([first.id]);
    });

    it('tells of a claim as soon as it is committed, and only when there is one', async () => {
      const told: string[] = [];
      const accept = (id: string) =>
        db.store.runs
          .acceptAndClaim(newRun({ id }), 'w', 60_000, {
            onClaimed: ({ run }) => told.push(`claimed ${run.id}`),
          })
          .then(({ run }) => told.push(`accepted ${run.id}`));
      await accept('first');
      await accept('second');
      expect(told).toEqual(['claimed first', 'accepted first', 'accepted second']);
    });

    it('makes one run of one key when two processes are asked at once', async () => {
      const { store: other } = await db.another();
      const asked = Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? db.store : other).runs.accept(
          newRun({ idempotencyKey: 'k', conversationId: `c${index % 5}`, newConversation: true }),
        ),
      );
      expect(new Set((await Promise.all(asked)).map(({ id }) => id)).size).toBe(1);
      expect((await db.store.runs.list(tenantId)).items).toHaveLength(1);
    });

    it('takes the same run once, and refuses its id for another', async () => {
      const run = newRun();
      const first = await db.store.runs.accept(run);
      expect(await db.store.runs.accept(run)).toEqual(first);
      await expect(db.store.runs.accept({ ...run, input: 'Else' })).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      });
    });

    it('reject throws CONVERSATION_BUSY while a run is queued, at work or waits for a person', async () => {
      const reject = () => db.store.runs.accept(newRun({ onBusy: 'reject' }));
      await db.store.runs.accept(newRun());
      await expect(reject()).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' });
      const { run, lease } = await claim(db.store, 'w');
      await expect(reject()).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' });
      const handoff = { id: 'h', node: 'n', question: 'Well?' };
      await db.store.runs.finish(lease, run.id, outcome({ status: 'awaiting_human', handoff }));
      await expect(reject()).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' });
      await db.store.runs.requestCancel(tenantId, run.id);
      expect(await reject()).toMatchObject({ position: 2, status: 'queued' });
    });

    it('interrupt asks the run at work to stop and cancels those that wait', async () => {
      const { run, lease } = await claimed(db.store);
      const waiting = await db.store.runs.accept(newRun());
      const last = await db.store.runs.accept(newRun({ onBusy: 'interrupt' }));
      expect(await db.store.runs.get(tenantId, waiting.id)).toMatchObject({ status: 'cancelled' });
      expect(await db.store.events.read(waiting.id, 0)).toMatchObject([
        { seq: 1, type: 'on_run_end', data: { status: 'cancelled' } },
      ]);
      expect(await db.store.runs.renew(lease, run.id, 60_000)).toEqual({
        cancelRequested: true,
        rollback: false,
      });
      await db.store.runs.finish(lease, run.id, outcome({ status: 'cancelled' }));
      expect((await claim(db.store, 'w')).run).toMatchObject({ id: last.id, position: 3 });
    });

    it('interrupt of a run that waits for a person calls its hand-off off', async () => {
      const { run, lease } = await claimed(db.store);
      const handoff = { id: 'h', node: 'n', question: 'Well?' };
      await db.store.runs.finish(lease, run.id, outcome({ status: 'awaiting_human', handoff }), {
        events: tokens(run.id, 1, 2),
      });
      const next = await db.store.runs.accept(newRun({ onBusy: 'interrupt' }));
      expect((await db.store.handoffs.waiting(tenantId)).items).toEqual([]);
      expect(await db.store.handoffs.get(tenantId, 'h')).toMatchObject({ status: 'cancelled' });
      await expect(db.store.handoffs.answer(tenantId, 'h', { text: 'late' })).rejects.toMatchObject({
        code: 'HANDOFF_NOT_WAITING',
      });
      expect(await db.store.events.lastSeq(run.id)).toBe(3);
      expect((await claim(db.store, 'w')).run.id).toBe(next.id);
    });

    it('rollback has the effects undone of the run at work, also when it ends before it notices', async () => {
      const { store } = db;
      const { run, lease } = await claimed(store);
      await store.runs.accept(newRun({ onBusy: 'rollback' }));
      expect(await store.runs.renew(lease, run.id, 60_000)).toEqual({
        cancelRequested: true,
        rollback: true,
      });
      const steps = [step(run.id, { said: 'Half of it.' })];
      await store.runs.commit(lease, run.id, { steps });
      expect(await store.states.list('conversation')).toHaveLength(1);
      await store.runs.rollBack(lease, run.id);
      expect(await store.states.latest('conversation')).toBeUndefined();
      const end = { status: 'completed' as const, answer: 'Too late.', usage: outcome().usage };
      const last = {
        seq: 1,
        runId: run.id,
        time: run.createdAt,
        node: null,
        type: 'on_run_end',
        data: end,
      } as const;
      const ended = await finished(store, { run, lease }, outcome(), { events: [last], steps });
      expect(await store.states.latest('conversation')).toBeUndefined();
      expect(ended).toMatchObject({ status: 'cancelled', endedAt: expect.any(String) });
      expect(await store.runs.get(tenantId, run.id)).toMatchObject({ status: 'cancelled' });
      expect(await store.events.read(run.id, 0)).toMatchObject([
        { type: 'on_run_end', data: { ...end, status: 'cancelled' } },
      ]);
    });

    it('rollback undoes a run that waits for a person at once', async () => {
      const { store } = db;
      const { run, lease } = await claimed(store);
      const handoff = { id: 'h', node: 'n', question: 'Well?' };
      const waiting = outcome({ status: 'awaiting_human', handoff });
      await store.runs.finish(lease, run.id, waiting, { steps: [step(run.id, { said: 'Well?' })] });
      expect(await store.states.latest('conversation')).toBeDefined();
      await store.runs.accept(newRun({ onBusy: 'rollback' }));
      expect(await store.states.latest('conversation')).toBeUndefined();
      expect(await store.runs.get(tenantId, run.id)).toMatchObject({ status: 'cancelled' });
    });

    it('does not let one tenant write to the conversation of another', async () => {
      await db.store.runs.accept(newRun());
      await expect(db.store.runs.accept(newRun({ tenantId: 'other' }))).rejects.toMatchObject({
        code: 'CONVERSATION_NOT_FOUND',
      });
    });
  });
}
