import { CadenceError, type Lease, type RunEvent, type StagedWrite } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { assertLease, type LeasedRun } from '../runs/lease.ts';
import { inRun, perRun, placesFrom } from '../runs/run-places.ts';
import { storeStaged } from '../runs/staged-write.ts';
import { encodeEvents } from './event-batch.ts';

const appendBatch = statement<{ run: number; firstSeq: number; lastSeq: number; body: string }>(
  `INSERT INTO event_batches (place, first_seq, body)
   SELECT ${placesFrom('$run')} + CAST($lastSeq AS INTEGER), CAST($firstSeq AS INTEGER), CAST($body AS TEXT)
   WHERE ${placesFrom('$run')} + CAST($firstSeq AS INTEGER) =
     1 + COALESCE((SELECT MAX(place) FROM event_batches WHERE ${inRun('$run')}), ${placesFrom('$run')})`,
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
  await appendEvents(queries, run, events);
  return run;
}

/** Appends to a run's log, inside a transaction of a caller that has made sure of the lease. */
export async function appendEvents(
  queries: Queries,
  { id: runId, ordinal: run }: Pick<LeasedRun, 'id' | 'ordinal'>,
  events: readonly RunEvent[],
): Promise<void> {
  const first = events[0];
  if (!first) return;
  const stray = events.findIndex((event, index) => event.seq !== first.seq + index || event.runId !== runId);
  if (stray >= 0) throw outOfOrder(runId, events[stray]?.seq);
  const batch = { firstSeq: first.seq, lastSeq: first.seq + events.length - 1, body: encodeEvents(events) };
  if (batch.lastSeq >= perRun) throw tooManyEvents(runId);
  const appended = await queries.run(appendBatch, { run, ...batch });
  if (appended === 0) throw outOfOrder(runId, first.seq);
}

function tooManyEvents(runId: string): CadenceError {
  return new CadenceError('VALUE_NOT_STORABLE', `The run "${runId}" has more events than can be kept.`, {
    hint: 'Give its workflow a limit of steps or of time.',
    details: { runId, most: perRun - 1 },
  });
}

function outOfOrder(runId: string, seq: number | undefined): CadenceError {
  return new CadenceError('LEASE_LOST', `Event ${seq} does not follow the last event of run "${runId}".`, {
    hint: 'Another process has written to this run; stop working on it here.',
    details: { runId, seq },
  });
}
