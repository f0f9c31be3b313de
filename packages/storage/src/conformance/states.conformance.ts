import type { ClaimedRun, MessageUpdate, RunStep, StateRecord, Store } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { claim, claimed, outcome, said, step, tenantId, tokens, turnOf } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const stored = statement<Record<string, never>, { rows: number; bytes: number; whole: number }>(
  `SELECT CAST(COUNT(*) AS INTEGER) AS rows, CAST(SUM(LENGTH(data)) AS INTEGER) AS bytes,
     CAST(SUM(CASE WHEN base IS NULL THEN 1 ELSE 0 END) AS INTEGER) AS whole FROM steps`,
);
const otherForm = statement<{ version: number; data: Uint8Array }>(
  'UPDATE steps SET version = $version, data = $data',
);

const conversationId = 'conversation';

/** Takes steps one after the other, each its own commit; returns the state that the last one leads to. */
async function take(
  store: Store,
  { run, lease }: Pick<ClaimedRun, 'run' | 'lease'>,
  changes: readonly Parameters<typeof step>[1][],
  before?: StateRecord,
): Promise<RunStep['state'] | undefined> {
  let state: RunStep['state'] | undefined;
  for (const change of changes) {
    const next = step(run.id, change, state ?? before);
    await store.runs.commit(lease, run.id, { steps: [next] });
    state = next.state;
  }
  return state;
}

const contents = (state: StateRecord | undefined) => state?.messages.map(({ content }) => content);

export function statesConformance(open: OpenTestDatabase): void {
  describe('states', () => {
    const db = useDatabase(open);

    it('lists the steps, oldest first, with the state after each', async () => {
      const { store } = db;
      const work = await claimed(store);
      await take(store, work, [
        { said: 'one', node: 'first' },
        { said: 'two', node: 'second' },
      ]);
      const steps = await store.states.list(conversationId);
      const [first, second] = steps;
      expect(steps).toMatchObject([
        { step: 1, node: 'first', source: 'loop', runId: work.run.id, parentId: null },
        { step: 2, node: 'second', source: 'loop', runId: work.run.id, parentId: first?.checkpointId },
      ]);
      expect(await store.states.list(conversationId, { runId: work.run.id })).toEqual(steps);
      expect(await store.states.list(conversationId, { runId: 'another' })).toEqual([]);
      const at = await store.states.at(conversationId, first?.checkpointId ?? '');
      expect(at).toMatchObject({ ...first, turn: { runId: work.run.id } });
      expect(contents(at)).toEqual(['one']);
      const latest = await store.states.latest(conversationId);
      expect(latest).toMatchObject({ ...second });
      expect(contents(latest)).toEqual(['one', 'two']);
    });

    it('knows no state of a conversation or a step that does not exist', async () => {
      const { states } = db.store;
      await take(db.store, await claimed(db.store), [{ said: 'one' }]);
      expect(await states.latest('nowhere')).toBeUndefined();
      expect(await states.list('nowhere')).toEqual([]);
      for (const id of ['', '1', '2-abc', '1-zzz', 'NUL \u0000', '-1-a']) {
        expect(await states.at(conversationId, id)).toBeUndefined();
      }
      expect(await states.latest('NUL \u0000')).toBeUndefined();
    });

    it('stores steps, events and calls together, or none of them', async () => {
      const { store } = db;
      const { run, lease } = await claimed(store);
      const steps = [step(run.id, { said: 'one' })];
      await store.runs.commit(lease, run.id, { steps, events: tokens(run.id, 1, 2) });
      const bad = step(
        run.id,
        { updates: [said('two')], turn: { structured: 1n as never } },
        steps[0]?.state,
      );
      const refused = store.runs.commit(lease, run.id, { steps: [bad], events: tokens(run.id, 3, 1) });
      await expect(refused).rejects.toMatchObject({
        code: 'VALUE_NOT_STORABLE',
        details: { path: 'turn.structured' },
      });
      const late = store.runs.commit(lease, run.id, {
        steps: [step(run.id, { said: 'three' }, steps[0]?.state)],
        events: tokens(run.id, 9, 1),
      });
      await expect(late).rejects.toMatchObject({ code: 'LEASE_LOST' });
      expect(await store.events.lastSeq(run.id)).toBe(2);
      expect(contents(await store.states.latest(conversationId))).toEqual(['one']);
      await take(store, { run, lease }, [{ said: 'two' }], await store.states.latest(conversationId));
      expect(contents(await store.states.latest(conversationId))).toEqual(['one', 'two']);
    });

    it('stores nothing once the lease is lost', async () => {
      const { store } = db;
      const { run, lease } = await claimed(store);
      await store.runs.renew(lease, run.id, 0);
      const next = await claim(store, 'w2');
      const steps = [step(run.id, { said: 'late' })];
      await expect(store.runs.commit(lease, run.id, { steps })).rejects.toMatchObject({ code: 'LEASE_LOST' });
      expect(await store.states.latest(conversationId)).toBeUndefined();
      await take(store, next, [{ said: 'in time' }]);
      expect(contents(await store.states.latest(conversationId))).toEqual(['in time']);
    });

    it('builds on what another process has stored since', async () => {
      const { store: other } = await db.another();
      const { store } = db;
      const first = await claimed(store);
      await take(store, first, [{ said: 'one' }]);
      await store.runs.finish(first.lease, first.run.id, outcome());
      const second = await claimed(other);
      await take(other, second, [{ said: 'two' }], await other.states.latest(conversationId));
      await other.runs.finish(second.lease, second.run.id, outcome());
      // The head that this process remembers is not the last one any more.
      const third = await claimed(store);
      const before = await other.states.latest(conversationId);
      await take(store, third, [{ said: 'three' }], before);
      expect(contents(await store.states.latest(conversationId))).toEqual(['one', 'two', 'three']);
      expect(await store.states.latest(conversationId)).toEqual(await other.states.latest(conversationId));
    });

    it('lets a run be undone, and gives no step the id of one that was', async () => {
      const { store } = db;
      const first = await claimed(store);
      await take(store, first, [{ said: 'one' }]);
      await store.runs.finish(first.lease, first.run.id, outcome());
      const second = await claimed(store);
      const before = await store.states.latest(conversationId);
      await take(store, second, [{ said: 'two' }, { said: 'three' }], before);
      const undone = await store.states.latest(conversationId);
      await store.runs.rollBack(second.lease, second.run.id);
      expect(await store.states.latest(conversationId)).toEqual(before);
      // A later millisecond, by which steps are told apart.
      await new Promise((resolve) => setTimeout(resolve, 2));
      await take(store, second, [{ said: 'four' }, { said: 'five' }], before);
      expect(contents(await store.states.latest(conversationId))).toEqual(['one', 'four', 'five']);
      expect(await store.states.at(conversationId, undone?.checkpointId ?? '')).toBeUndefined();
    });

    it('keeps the steps of a run whose record is removed', async () => {
      const { store } = db;
      const { run, lease } = await claimed(store);
      await take(store, { run, lease }, [{ said: 'one' }]);
      const unfinished = store.runs.remove(tenantId, conversationId, run.id);
      await expect(unfinished).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' });
      await store.runs.finish(lease, run.id, outcome(), { events: tokens(run.id, 1, 1) });
      await store.runs.remove(tenantId, conversationId, run.id);
      expect(await store.runs.get(tenantId, run.id)).toBeUndefined();
      expect(await store.events.read(run.id, 0)).toEqual([]);
      expect(await store.states.latest(conversationId)).toMatchObject({ runId: null, step: 1 });
    });

    it('forks off at a step, with a conversation of its own, and leaves the original as it was', async () => {
      const { store } = db;
      const work = await claimed(store);
      await take(store, work, [{ said: 'one' }, { said: 'two' }]);
      const [first] = await store.states.list(conversationId);
      const from = { conversationId, checkpointId: first?.checkpointId ?? '' };
      const owner = { tenantId, ownerId: 'bob' };
      const forked = await store.states.fork({ ...owner, from, conversationId: 'fork', title: 'Fork' });
      expect(forked).toMatchObject({ step: 1, source: 'fork', runId: null, parentId: null });
      expect(await store.conversations.get(tenantId, 'fork')).toMatchObject({
        ownerId: 'bob',
        title: 'Fork',
      });
      const begun = await claimed(store, { conversationId: 'fork' });
      await take(store, begun, [{ said: 'three' }], await store.states.latest('fork'));
      expect(contents(await store.states.latest('fork'))).toEqual(['one', 'three']);
      expect(contents(await store.states.latest(conversationId))).toEqual(['one', 'two']);

      const edited = {
        ...owner,
        from: { conversationId },
        conversationId: 'edited',
        messages: [said('else')],
      };
      await store.states.fork(edited);
      expect(contents(await store.states.latest('edited'))).toEqual(['else']);
    });

    it('goes back to a step of its own, and keeps what came after it in the history', async () => {
      const { store } = db;
      const work = await claimed(store);
      await take(store, work, [{ said: 'one' }, { said: 'two' }, { said: 'three' }]);
      const [first, , third] = await store.states.list(conversationId);
      const rewind = (id: string | null, ...messages: MessageUpdate[]) =>
        store.states.rewind(conversationId, id, messages);
      await expect(rewind(first?.checkpointId ?? '')).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' });
      await store.runs.finish(work.lease, work.run.id, outcome());
      await expect(rewind('9-abc')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
      const back = await rewind(first?.checkpointId ?? '', said('else'));
      expect(back).toMatchObject({ step: 4, source: 'fork', runId: null, parentId: first?.checkpointId });
      expect(contents(await store.states.latest(conversationId))).toEqual(['one', 'else']);
      const next = await claimed(store);
      await take(store, next, [{ said: 'more' }], await store.states.latest(conversationId));
      expect(contents(await store.states.latest(conversationId))).toEqual(['one', 'else', 'more']);
      expect(contents(await store.states.at(conversationId, third?.checkpointId ?? ''))).toEqual([
        'one',
        'two',
        'three',
      ]);
      const history = await store.states.history(conversationId, { limit: 10 });
      expect(history.map(contents)).toEqual([
        ['one', 'else', 'more'],
        ['one', 'else'],
        ['one', 'two', 'three'],
        ['one', 'two'],
        ['one'],
      ]);
      await store.runs.rollBack(next.lease, next.run.id);
      await store.runs.finish(next.lease, next.run.id, outcome({ status: 'cancelled' }));
      expect(contents(await store.states.latest(conversationId))).toEqual(['one', 'else']);
      expect(await rewind(null, said('anew'))).toMatchObject({ step: 5, parentId: null });
      expect(await store.states.latest(conversationId)).toMatchObject({ turn: null });
      expect(contents(await store.states.latest(conversationId))).toEqual(['anew']);
    });

    it('changes messages while a run waits for a person, which are undone with it', async () => {
      const { store } = db;
      const work = await claimed(store);
      await take(store, work, [{ said: 'one' }]);
      const handoff = { id: 'h', node: 'agent', question: 'Well?' };
      await store.runs.finish(work.lease, work.run.id, outcome({ status: 'awaiting_human', handoff }));
      await store.states.update(conversationId, [said('two')]);
      expect(contents(await store.states.latest(conversationId))).toEqual(['one', 'two']);
      await store.handoffs.answer(tenantId, 'h', { text: 'on' });
      const again = await claim(store, 'worker', conversationId);
      await store.runs.rollBack(again.lease, again.run.id);
      expect(await store.states.latest(conversationId)).toBeUndefined();
    });

    it('makes nothing of a fork that cannot be made', async () => {
      const { store } = db;
      await take(store, await claimed(store), [{ said: 'one' }]);
      const owner = { tenantId, ownerId: 'bob' };
      const fork = (from: { conversationId: string; checkpointId?: string }, to: string) =>
        store.states.fork({ ...owner, from, conversationId: to });
      const refused = { code: 'INPUT_INVALID' };
      await expect(fork({ conversationId: 'nowhere' }, 'a')).rejects.toMatchObject(refused);
      await expect(fork({ conversationId, checkpointId: '9-x' }, 'b')).rejects.toMatchObject(refused);
      await expect(fork({ conversationId }, conversationId)).rejects.toMatchObject(refused);
      const bad = { ...owner, from: { conversationId }, conversationId: 'c' };
      const messages = [{ ...said('half \ud800') }];
      await expect(store.states.fork({ ...bad, messages })).rejects.toMatchObject({
        code: 'VALUE_NOT_STORABLE',
      });
      expect((await store.conversations.list(tenantId)).items.map(({ id }) => id)).toEqual([conversationId]);
    });

    it('begins a conversation with messages, once, which a run then goes on with', async () => {
      const { store } = db;
      const begin = {
        tenantId,
        ownerId: 'ann',
        id: conversationId,
        title: 'Old',
        messages: [said('earlier')],
      };
      expect(await store.states.begin(begin)).toMatchObject({ id: conversationId, title: 'Old' });
      await store.states.begin({ ...begin, messages: [said('again')] });
      const before = await store.states.latest(conversationId);
      expect(before).toMatchObject({ source: 'update', turn: null, step: 1 });
      await take(store, await claimed(store), [{ said: 'now' }], before);
      expect(contents(await store.states.latest(conversationId))).toEqual(['earlier', 'now']);
      await store.states.begin({ ...begin, id: 'empty', messages: [] });
      expect(await store.states.latest('empty')).toBeUndefined();
    });

    it('changes messages on top of the steps there are, and keeps the turn', async () => {
      const { store } = db;
      const { run, lease } = await claimed(store);
      await take(store, { run, lease }, [{ updates: [said('one', '1'), said('two', '2')] }]);
      const change: MessageUpdate[] = [said('uno', '1'), { id: '2', role: 'remove' }, said('tre', '3')];
      await expect(store.states.update(conversationId, change)).rejects.toMatchObject({
        code: 'CONVERSATION_BUSY',
      });
      await store.runs.finish(lease, run.id, outcome());
      expect(await store.states.update(conversationId, change)).toMatchObject({ step: 2, source: 'update' });
      const latest = await store.states.latest(conversationId);
      expect(contents(latest)).toEqual(['uno', 'tre']);
      expect(latest?.turn).toEqual(turnOf(run.id));
      await expect(store.states.update('nowhere', change)).rejects.toMatchObject({
        code: 'CONVERSATION_BUSY',
      });
    });

    it('refuses a stored state of a newer form, and one that is damaged', async () => {
      const { store } = db;
      await take(store, await claimed(store), [{ said: 'one' }]);
      const { store: fresh } = await db.another();
      const damage = (text: string, version = 1) =>
        db.database.write((queries) => queries.run(otherForm, { version, data: Buffer.from(text) }));
      await damage('[[],null]', 99);
      await expect(fresh.states.latest(conversationId)).rejects.toMatchObject({ code: 'STORE_NEWER' });
      for (const text of ['[[],{"at":7}]', '[[{"id":"1","role":"wizard"}],null]', '{}', '[[', 'null']) {
        await damage(text);
        await expect(fresh.states.latest(conversationId)).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
      }
    });

    it('tells of any history what keeping every state whole would tell', async () => {
      const { store } = db;
      const { store: other } = await db.another();
      const id = fc.constantFrom(...'abcdef');
      const update: fc.Arbitrary<MessageUpdate> = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.tuple(id, fc.string({ unit: 'grapheme' })).map(([key, text]) => said(text, key)),
        },
        { weight: 1, arbitrary: id.map((key) => ({ id: key, role: 'remove' as const })) },
        // Long enough for steps to be gathered into anchors.
        { weight: 1, arbitrary: fc.nat(9_000).map((length) => said('x'.repeat(length))) },
      );
      const change = fc.record({
        updates: fc.uniqueArray(update, { maxLength: 4, selector: (each) => each.id }),
        turn: fc.record({ answer: fc.string(), summary: fc.string() }, { requiredKeys: [] }),
      });
      let conversations = 0;
      const history = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(history, async (commits) => {
          const conversation = `c${++conversations}`;
          const { run, lease } = await claimed(store, { conversationId: conversation });
          const whole: RunStep['state'][] = [];
          for (const changes of commits) {
            const steps = changes.map((each) => {
              const next = step(run.id, each, whole.at(-1));
              whole.push(next.state);
              return next;
            });
            await store.runs.commit(lease, run.id, { steps });
          }
          for (const reader of [store, other]) {
            const records = await reader.states.list(conversation);
            expect(records).toHaveLength(whole.length);
            for (const [index, { checkpointId }] of records.entries()) {
              expect(await reader.states.at(conversation, checkpointId)).toMatchObject({ ...whole[index] });
            }
            expect((await reader.states.latest(conversation))?.messages ?? []).toEqual(
              whole.at(-1)?.messages ?? [],
            );
          }
        }),
        { numRuns: 25 },
      );
    });

    it('takes storage that grows with what is said, and reads a state from few rows', async () => {
      const { store } = db;
      const work = await claimed(store);
      const text = 'So it is said, again and again. '.repeat(10);
      const words = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ said: `${index} ${text}` }));
      await take(store, work, words(300));
      const half = await db.database.first(stored, {});
      await take(store, work, words(300), await store.states.latest(conversationId));
      const full = await db.database.first(stored, {});
      expect(full?.rows).toBe(600);
      expect(full?.bytes).toBeLessThan(2.4 * (half?.bytes ?? 0));
      expect(full?.whole).toBeLessThan(5);
      const { store: fresh } = await db.another();
      expect((await fresh.states.latest(conversationId))?.messages).toHaveLength(600);
    });
  });
}
