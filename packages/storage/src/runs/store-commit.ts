import type { RunCommit } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { appendEvents } from '../events/append-events.ts';
import type { LeasedRun } from '../rows/lease.ts';
import type { StateHead } from '../states/state-head.ts';
import { storeSteps } from '../states/step-writer.ts';

/**
 * Stores what a run did, inside a transaction of a caller that has made sure of the lease. Returns where the
 * conversation stands after its steps, if there are any.
 */
export async function storeCommit(
  queries: Queries,
  run: LeasedRun,
  { events = [], steps = [], calls = [], recorded = [] }: RunCommit,
  cached: StateHead | undefined,
): Promise<StateHead | undefined> {
  const head = steps.length > 0 ? await storeSteps(queries, run, steps, cached) : undefined;
  await appendEvents(queries, run, events, { calls, recorded });
  return head;
}
