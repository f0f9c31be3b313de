import type { Lease, RunEvent, StagedWrite } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { assertLease, type LeasedRun } from '../runs/lease.ts';
import { storeStaged } from '../runs/staged-write.ts';
import { appendEvents } from './append-events.ts';

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
  batch: RunBatch,
): Promise<void> {
  await storeUnderLease(queries, await assertLease(queries, lease, runId), batch);
}

/** The same for a caller that has made sure of the lease. */
export async function storeUnderLease(
  queries: Queries,
  run: LeasedRun,
  { events, staged }: RunBatch,
): Promise<void> {
  const calls = await storeStaged(queries, run, staged);
  await appendEvents(queries, run, events, calls);
}
