import { CadenceError, type Lease, type RunEvent, type StagedWrite } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { assertLease, type LeasedRun } from '../runs/lease.ts';
import { storeStaged } from '../runs/staged-write.ts';
import { encodeEvents } from './event-batch.ts';

type BatchParams = { tenantId: string; runId: string; firstSeq: number; lastSeq: number; body: string };

const appendBatch = statement<BatchParams>(
  `INSERT INTO run_events (run_id, first_seq, last_seq, tenant_id, body)
   SELECT CAST($runId AS TEXT), CAST($firstSeq AS INTEGER), CAST($lastSeq AS INTEGER), CAST($tenantId AS TEXT),
     CAST($body AS TEXT)
   WHERE CAST($firstSeq AS INTEGER) =
     1 + COALESCE((SELECT MAX(last_seq) FROM run_events WHERE run_id = CAST($runId AS TEXT)), 0)`,
);

/** What a run has to store since its last commit. */
export interface RunBatch {
  events: readonly RunEvent[];
  staged: readonly StagedWrite[];
}

/** Stores it for the run that the lease is for, inside the caller's transaction. */
export async function storeBatch(
  queries: Queries,
  lease: Lease,
  runId: string,
  { events, staged }: RunBatch,
): Promise<LeasedRun> {
  const run = await assertLease(queries, lease, runId);
  await storeStaged(queries, run, staged);
  await appendEvents(queries, run.tenantId, runId, events);
  return run;
}

/** Appends to a run's log, inside a transaction of a caller that has made sure of the lease. */
export async function appendEvents(
  queries: Queries,
  tenantId: string,
  runId: string,
  events: readonly RunEvent[],
): Promise<void> {
  const first = events[0];
  if (!first) return;
  const stray = events.findIndex((event, index) => event.seq !== first.seq + index || event.runId !== runId);
  if (stray >= 0) throw outOfOrder(runId, events[stray]?.seq);
  const batch = { firstSeq: first.seq, lastSeq: first.seq + events.length - 1, body: encodeEvents(events) };
  const appended = await queries.run(appendBatch, { tenantId, runId, ...batch });
  if (appended === 0) throw outOfOrder(runId, first.seq);
}

function outOfOrder(runId: string, seq: number | undefined): CadenceError {
  return new CadenceError('LEASE_LOST', `Event ${seq} does not follow the last event of run "${runId}".`, {
    hint: 'Another process has written to this run; stop working on it here.',
    details: { runId, seq },
  });
}
