import type { LedgerEntry, ToolLedger } from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { storeUnderLease } from '../events/store-batch.ts';
import { isExactText } from '../exact-text.ts';
import { assertLease } from '../runs/lease.ts';
import { inRun, rowOfRun } from '../runs/run-places.ts';
import { stageCall } from '../runs/staged-write.ts';
import { finishRecord, KnownCalls, startRecord } from './call-record.ts';

const callsOfRun = statement<{ runId: string }, { calls: string }>(
  `SELECT calls FROM event_batches WHERE ${inRun(rowOfRun)} AND calls IS NOT NULL ORDER BY place`,
);

export function createToolLedger(database: Database): ToolLedger {
  return {
    async entries(runId) {
      if (!isExactText(runId)) return new Map();
      const rows = await database.all(callsOfRun, { runId });
      return new KnownCalls(rows.map((row) => row.calls)).byId();
    },

    // Durable: were it lost in a power cut, an effect that has happened would happen again unnoticed.
    start: (lease, runId, calls, events, staged = []) =>
      database.write(
        async (queries) => {
          const run = await assertLease(queries, lease, runId);
          const rows = await queries.all(callsOfRun, { runId });
          const known = new KnownCalls(rows.map((row) => row.calls));
          const fresh = calls.filter((call) => !known.entryOf(call));
          await storeUnderLease(queries, run, { events, staged }, fresh.map(startRecord));
          return calls.map((call): LedgerEntry => known.entryOf(call) ?? { state: 'new' });
        },
        { durable: true },
      ),

    finished: (call, result) => stageCall(finishRecord(call, result)),
  };
}
