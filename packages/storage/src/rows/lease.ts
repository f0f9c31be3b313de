import { CadenceError, type Lease } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';

type LeaseParams = { conversationId: string; holder: string; fence: number };

// Locked until the transaction ends, so that nobody takes the conversation over between this check and the write.
const heldLease = statement<
  LeaseParams,
  { tenant_id: string; id: string; ordinal: number; conversation: number }
>(
  `SELECT c.tenant_id, r.id, r.ordinal, c.ordinal AS conversation FROM conversations c JOIN runs r ON r.id = c.lease_run_id
   WHERE c.id = $conversationId AND c.lease_holder = $holder AND c.lease_fence = $fence FOR NO KEY UPDATE OF c`,
);

/** The run that a lease is for. */
export interface LeasedRun {
  id: string;
  /** The number of its row. */
  ordinal: number;
  /** The number of its conversation's row. */
  conversation: number;
  tenantId: string;
}

function leaseParams(lease: Lease): LeaseParams {
  return { conversationId: lease.conversationId, holder: lease.holder, fence: lease.fence };
}

/**
 * Makes sure, for the rest of the transaction, that the lease still holds and is for the run named; tells whose
 * conversation it is. Throws `LEASE_LOST`.
 */
export async function assertLease(queries: Queries, lease: Lease, runId: string): Promise<LeasedRun> {
  const held = await queries.first(heldLease, leaseParams(lease));
  if (held?.id !== runId) throw leaseLost(lease);
  return {
    id: held.id,
    ordinal: held.ordinal,
    conversation: held.conversation,
    tenantId: held.tenant_id,
  };
}

function leaseLost(lease: Lease): CadenceError {
  return new CadenceError(
    'LEASE_LOST',
    `"${lease.holder}" no longer holds the conversation "${lease.conversationId}".`,
    {
      hint: 'Another process goes on with it, or it was deleted; stop working on it here.',
      details: { conversationId: lease.conversationId, fence: lease.fence },
    },
  );
}
