import { setTimeout } from 'node:timers/promises';
import type { ClaimedRun, Store } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { claimed, newRun, outcome, step } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const conversationId = 'conversation';
const aFile = { type: 'file', fileId: 'f1', name: 'a.txt', mediaType: 'text/plain', size: 1 } as const;

/** A run that takes so many steps and ends; what came before it is a millisecond old. */
async function ran(store: Store, steps: number): Promise<string> {
  // The database orders runs by the millisecond.
  await setTimeout(2);
  const { run, lease }: ClaimedRun = await claimed(store);
  for (let taken = 0; taken < steps; taken++) {
    const before = await store.states.latest(conversationId);
    await store.runs.commit(lease, run.id, { steps: [step(run.id, { said: 'word' }, before)] });
  }
  await store.runs.finish(lease, run.id, outcome({ status: steps === 0 ? 'cancelled' : 'completed' }));
  // The database orders runs by the millisecond.
  await setTimeout(2);
  return run.id;
}

export function runTreeConformance(open: OpenTestDatabase): void {
  describe('the order of the runs of a conversation', () => {
    const db = useDatabase(open);

    const order = async () => {
      const { current, runs } = await db.store.states.tree(conversationId);
      return { current, runs: runs.map(({ id, after }) => [id, after]) };
    };
    const placeOf = async (id: string) =>
      (await db.store.states.tree(conversationId)).runs.find((run) => run.id === id);
    const goBackBefore = async (id: string) =>
      db.store.states.rewind(conversationId, (await placeOf(id))?.began ?? null, []);

    it('is that in which they were asked for, until the conversation goes back', async () => {
      const { store } = db;
      const [a, b] = [await ran(store, 2), await ran(store, 0)];
      const c = await ran(store, 1);
      expect(await store.states.wentBack(conversationId)).toBe(false);
      expect(await order()).toEqual({
        current: c,
        runs: [
          [a, null],
          [b, a],
          [c, b],
        ],
      });
      expect(await store.states.tree('nowhere')).toEqual({ current: null, runs: [] });
    });

    it('has those side by side that go on from the same place, also where they took no step', async () => {
      const { store } = db;
      const first = await ran(store, 2);
      const stopped = await ran(store, 0);
      await goBackBefore(stopped);
      const again = await ran(store, 1);
      const next = await ran(store, 1);
      await goBackBefore(first);
      const anew = await ran(store, 1);
      expect(await store.states.wentBack(conversationId)).toBe(true);
      expect(await order()).toEqual({
        current: anew,
        runs: [
          [first, null],
          [stopped, first],
          [again, first],
          [next, again],
          [anew, null],
        ],
      });
      expect((await store.states.latest(conversationId))?.messages).toHaveLength(1);
    });

    it('goes back with the commit that takes a message, or not at all', async () => {
      const { store } = db;
      const [first, second] = [await ran(store, 2), await ran(store, 1)];
      const goesBackTo = (await placeOf(second))?.began ?? null;
      const before = await store.states.latest(conversationId);
      await expect(store.runs.accept(newRun({ goesBackTo: '9-abc' }))).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      });
      const { run, claimed: again } = await store.runs.acceptAndClaim(newRun({ goesBackTo }), 'w', 60_000);
      expect(again?.run.id).toBe(run.id);
      expect((await store.states.latest(conversationId))?.messages).toHaveLength(2);
      await expect(store.runs.accept(newRun({ goesBackTo }))).rejects.toMatchObject({
        code: 'CONVERSATION_BUSY',
      });
      if (again) await store.runs.finish(again.lease, run.id, outcome());
      expect((await order()).runs).toEqual([
        [first, null],
        [second, first],
        [run.id, first],
      ]);

      // What fails after it has gone back takes that with it.
      await store.states.rewind(conversationId, before?.checkpointId ?? null, []);
      const stood = await store.states.latest(conversationId);
      await db.database.write((queries) => queries.run(statement('DROP TABLE file_uses'), {}));
      const withFile = newRun({ goesBackTo, inputParts: [aFile] });
      await expect(store.runs.accept(withFile)).rejects.toThrow();
      expect(await store.states.latest(conversationId)).toEqual(stood);
      expect((await store.states.tree(conversationId)).runs).toHaveLength(3);
    });

    it('goes on from the end of a run of before, and of one that took no step', async () => {
      const { store } = db;
      const first = await ran(store, 1);
      const stopped = await ran(store, 0);
      await goBackBefore(stopped);
      const again = await ran(store, 1);
      const { left = null } = (await placeOf(stopped)) ?? {};
      await store.states.rewind(conversationId, left, [], stopped);
      expect((await order()).current).toBe(stopped);
      expect(await store.states.list(conversationId, { runId: stopped })).toEqual([]);
      const after = await ran(store, 1);
      await store.states.rewind(conversationId, (await placeOf(again))?.left ?? null, []);
      expect(await order()).toEqual({
        current: again,
        runs: [
          [first, null],
          [stopped, first],
          [again, first],
          [after, stopped],
        ],
      });
      await store.runs.remove('acme', conversationId, again);
      expect((await order()).runs.map(([id]) => id)).toEqual([first, stopped, after]);
    });
  });
}
