import type { Lease } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { assertLease } from '../rows/lease.ts';
import type { RunRow } from '../rows/run-row.ts';

const prolong = statement<{ conversationId: string; leaseMs: number }>(
  'UPDATE conversations SET lease_until = STEADY_MS + $leaseMs WHERE id = $conversationId',
);
const requests = statement<{ id: string }, Pick<RunRow, 'cancel_requested' | 'rollback_requested'>>(
  'SELECT cancel_requested, rollback_requested FROM runs WHERE id = $id',
);

export async function renewLease(
  queries: Queries,
  lease: Lease,
  runId: string,
  leaseMs: number,
): Promise<{ cancelRequested: boolean; rollback: boolean }> {
  await assertLease(queries, lease, runId);
  await queries.run(prolong, { conversationId: lease.conversationId, leaseMs });
  const run = await queries.first(requests, { id: runId });
  return { cancelRequested: run?.cancel_requested === 1, rollback: run?.rollback_requested === 1 };
}
