import type { RunOutcome, UsageQuery } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { statement } from '../database/statement.ts';
import { claimed, newRun, outcome, tenantId } from './samples.fixture.ts';
import type { OpenTestDatabase } from './test-database.ts';
import { useDatabase } from './use-database.fixture.ts';

const setTime = statement<{ id: string; time: number }>('UPDATE runs SET created_at = $time WHERE id = $id');
const time = Date.parse('2026-03-01T01:30:00Z');
const uncounted = statement<Record<string, never>, { runs: number }>(
  'SELECT CAST(COUNT(*) AS INTEGER) AS runs FROM runs WHERE counted IS NULL',
);
const groupings = [undefined, 'workflow', 'agent', 'model', 'user'] satisfies UsageQuery['groupBy'][];
const handoff = { id: 'h', node: 'n', question: 'Well?' };

/** What a run has used after so many of its parts, the second agent having had a part in the last. */
function used(parts: number): Pick<RunOutcome, 'usage' | 'spent'> {
  const part = (count: number) => ({
    ...{ inputTokens: 1_000 * count, outputTokens: 10 * count, modelCalls: count },
    ...(count > 1 && { cachedInputTokens: 100 * count }),
  });
  const node = { node: 'writer', agentId: 'a1', model: 'openai:m', failures: 0, ms: 40 * parts };
  const judge = { node: 'judge', agentId: 'a2', model: 'openai:n', failures: 1, ms: 7 };
  return {
    usage: part(parts),
    spent: {
      ms: 50 * parts,
      nodes:
        parts < 3
          ? [{ ...node, ...part(parts) }]
          : [
              { ...node, ...part(2) },
              { ...judge, ...part(1) },
            ],
    },
  };
}

export function waitingUsageConformance(open: OpenTestDatabase): void {
  describe('usage of a run that waits for a person', () => {
    const db = useDatabase(open);
    const reports = async (of = tenantId) => {
      const range = { since: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' };
      const rows = groupings.map((groupBy) =>
        db.store.usage.report(of, { ...range, bucket: 'hour', ...(groupBy && { groupBy }) }),
      );
      return Promise.all(rows);
    };
    const waiting = async (of = tenantId, conversationId = of) => {
      const { run, lease } = await claimed(db.store, { tenantId: of, conversationId });
      await db.database.run(setTime, { id: run.id, time });
      const asks = { ...handoff, id: conversationId };
      await db.store.runs.finish(
        lease,
        run.id,
        outcome({ ...used(1), status: 'awaiting_human', handoff: asks }),
      );
      return run;
    };
    const goOn = async (end: Partial<RunOutcome>, conversationId = tenantId) => {
      await db.store.handoffs.answer(tenantId, conversationId, { text: 'Yes.' });
      const [next] = await db.store.runs.claim('worker', 1);
      if (!next) throw new Error('There is nothing to claim.');
      await db.store.runs.finish(next.lease, next.run.id, outcome(end));
    };
    /** The same before and after it is in the totals, of which no run is read then. */
    const counts = async () => {
      const before = await reports();
      await db.store.tend();
      expect(await db.database.first(uncounted, {})).toEqual({ runs: 0 });
      expect(await reports()).toEqual(before);
      return before;
    };

    it('is in the totals as it is, and in the end as if it had not waited', async () => {
      await waiting();
      expect((await counts())[0]).toMatchObject([{ runs: 1, ...used(1).usage, medianMs: null }]);
      await goOn({ ...used(2), status: 'awaiting_human', handoff: { ...handoff, id: tenantId } });
      expect((await counts())[0]).toMatchObject([{ runs: 1, ...used(2).usage, medianMs: null }]);
      await goOn({ ...used(3), status: 'failed' });
      expect((await counts())[0]).toMatchObject([{ runs: 1, failures: 1, ...used(3).usage, medianMs: 150 }]);
      const { run, lease } = await claimed(db.store, { tenantId: 'other', conversationId: 'other' });
      await db.database.run(setTime, { id: run.id, time });
      await db.store.runs.finish(lease, run.id, outcome({ ...used(3), status: 'failed' }));
      expect(await reports('other')).toEqual(await reports());
    });

    it('stays when the run is called off, is given up, or its conversation is removed', async () => {
      const run = await waiting();
      await db.store.tend();
      await db.store.runs.requestCancel(tenantId, run.id);
      expect((await counts())[0]).toMatchObject([{ runs: 1, ...used(1).usage, medianMs: 50 }]);
      await waiting(tenantId, 'second');
      await db.store.tend();
      const { spent: _, ...usage } = used(2);
      await goOn({ ...usage, status: 'failed' }, 'second');
      expect((await counts())[0]).toMatchObject([{ runs: 2, failures: 1, inputTokens: 3_000 }]);
      await waiting(tenantId, 'third');
      await db.store.tend();
      const before = await reports();
      await db.store.conversations.purge('2999-01-01T00:00:00Z');
      expect((await db.store.runs.list(tenantId)).items).toEqual([]);
      expect((await reports())[3]).toEqual(before[3]);
    });

    it('is counted once when several processes do so', async () => {
      for (let index = 0; index < 60; index++) await waiting(tenantId, `c${index}`);
      const before = await reports();
      const { store: other } = await db.another();
      await Promise.all([db.store.tend(), other.tend(), db.store.tend()]);
      expect(await reports()).toEqual(before);
      expect(before[0]).toMatchObject([{ runs: 60, inputTokens: 60_000 }]);
    });

    it('is not counted while it is under way', async () => {
      const { id } = await db.store.runs.accept(newRun());
      await db.database.run(setTime, { id, time });
      await db.store.tend();
      expect(await db.database.first(uncounted, {})).toEqual({ runs: 1 });
      expect((await reports())[0]).toMatchObject([{ runs: 1, inputTokens: 0 }]);
    });

    it('is reported when it has waited again and gone on', async () => {
      await waiting();
      await db.store.tend();
      await goOn({ ...used(2), status: 'awaiting_human', handoff: { ...handoff, id: tenantId } });
      await db.store.handoffs.answer(tenantId, tenantId, { text: 'Yes.' });
      expect((await counts())[0]).toMatchObject([{ runs: 1, ...used(2).usage, medianMs: null }]);
    });
  });
}
