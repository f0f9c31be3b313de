import type { Lease } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { assertLease } from '../rows/lease.ts';

// What was told of it so far is read by every attempt but the first.
const queueAgain = statement<{ id: string }>(
  `UPDATE runs SET status = 'queued', attempt = CASE WHEN attempt > 1 THEN attempt - 1 ELSE 1 END WHERE id = $id`,
);
// Queued behind what could be taken up now, so that nobody looks at it in vain.
const giveBackFor = statement<{ id: string; delayMs: number }>(
  `UPDATE conversations SET lease_holder = NULL, lease_run_id = NULL, lease_until = STEADY_MS + $delayMs,
     ready_at = STEADY_MS + $delayMs WHERE id = $id`,
);

export async function postponeRun(
  queries: Queries,
  lease: Lease,
  runId: string,
  delayMs: number,
): Promise<void> {
  await assertLease(queries, lease, runId);
  await queries.run(queueAgain, { id: runId });
  await queries.run(giveBackFor, { id: lease.conversationId, delayMs });
}
