import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CadenceError,
  type NewRun,
  type OnBusy,
  type RunRecord,
  type Store,
} from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { newRun, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

interface Traffic {
  accepted: RunRecord[];
  refused: NewRun[];
  /** Runs in the order in which they were taken up. */
  worked: RunRecord[];
  /** How many were at work at the same time, at most. */
  mostAtOnce: number;
}

/** Five writers send twenty messages each to one conversation, while two processes work on it. */
async function traffic(stores: readonly [Store, Store], onBusy: OnBusy): Promise<Traffic> {
  const seen: Traffic = { accepted: [], refused: [], worked: [], mostAtOnce: 0 };
  let writing = true;
  const writers = Array.from({ length: 5 }, async (_, writer) => {
    for (let index = 0; index < 20; index++) {
      const run = newRun({ input: `${writer}/${index}`, onBusy });
      try {
        seen.accepted.push(await (stores[writer % 2] ?? stores[0]).runs.accept(run));
      } catch (error) {
        if (!CadenceError.is(error) || error.code !== 'CONVERSATION_BUSY') throw error;
        seen.refused.push(run);
      }
    }
  });
  let atWork = 0;
  const workers = stores.map(async (store, index) => {
    while (writing || (await store.runs.hasWork())) {
      const [claim] = await store.runs.claim(`w${index}`, 60_000);
      if (!claim) {
        await nextTurn();
        continue;
      }
      const { run, lease } = claim;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++atWork);
      seen.worked.push(run);
      const { cancelRequested } = await store.runs.renew(lease, run.id, 60_000);
      atWork--;
      await store.runs.finish(
        lease,
        run.id,
        outcome({ status: cancelRequested ? 'cancelled' : 'completed' }),
      );
    }
  });
  await Promise.all(writers);
  writing = false;
  await Promise.all(workers);
  return seen;
}

export function policiesConformance(open: OpenTestDatabase): void {
  describe('5 writers × 20 messages on one conversation', () => {
    const db = useDatabase(open);
    const run = async (onBusy: OnBusy) => {
      const seen = await traffic([db.store, (await db.another()).store], onBusy);
      const runs = (await db.store.runs.list(tenantId, { limit: 200 })).items;
      expect(seen.mostAtOnce).toBe(1);
      expect(runs.map(({ position }) => position)).toEqual(runs.map((_, index) => runs.length - index));
      expect(runs.filter(({ status }) => status === 'queued' || status === 'running')).toEqual([]);
      expect(seen.accepted).toHaveLength(runs.length);
      const positions = seen.worked.map(({ position }) => position);
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      expect(new Set(positions).size).toBe(positions.length);
      return { ...seen, runs };
    };

    it('enqueue answers all of them, once each, every writer in its order', async () => {
      const { runs, worked } = await run('enqueue');
      expect(runs.filter(({ status }) => status === 'completed')).toHaveLength(100);
      for (let writer = 0; writer < 5; writer++) {
        const own = worked.map(({ input }) => input).filter((input) => input.startsWith(`${writer}/`));
        expect(own).toEqual(Array.from({ length: 20 }, (_, index) => `${writer}/${index}`));
      }
    });

    it('reject answers those it took and took none while at work', async () => {
      const { runs, refused, worked } = await run('reject');
      expect(runs.length + refused.length).toBe(100);
      expect(worked).toHaveLength(runs.length);
      expect(runs.every(({ status }) => status === 'completed')).toBe(true);
    });

    it.each(['interrupt', 'rollback'] as const)(
      '%s ends all of them and answers the last',
      async (onBusy) => {
        const { runs } = await run(onBusy);
        expect(runs).toHaveLength(100);
        expect(runs[0]).toMatchObject({ position: 100, status: 'completed' });
        expect(runs.every(({ status }) => status === 'completed' || status === 'cancelled')).toBe(true);
      },
    );
  });
}
