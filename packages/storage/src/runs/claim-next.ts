// The next run for a worker: what a dead one has left, else what waits, tenant by tenant.
import type { ClaimedRun, ClaimOptions, WorkLimits } from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { DeadWorkers } from '../workers/dead-workers.ts';
import { WaitingTenants } from '../workers/waiting-tenants.ts';
import { fullWorkflows } from '../workers/work-limits.ts';
import { type Claimant, canClaim, claimRun, peekWork, type Wanted } from './claim-run.ts';

type ClaimNext = (
  claimant: Claimant,
  leaseMs: number,
  options: Pick<ClaimOptions, 'conversationId' | 'waitedMs'>,
) => Promise<ClaimedRun | undefined>;

export function claimNext(database: Database, limits: WorkLimits): ClaimNext {
  const dead = new DeadWorkers(database);
  const tenants = new WaitingTenants(limits);
  return async (claimant, leaseMs, { conversationId, waitedMs = 0 }) => {
    const claim = (wanted: Wanted) =>
      database.write((queries) => claimRun(queries, claimant, wanted, { leaseMs, limits }));
    await dead.release();
    if (conversationId !== undefined) {
      return (await canClaim(database, claimant, conversationId)) ? claim({ conversationId }) : undefined;
    }
    const { leftBehind, queued } = await peekWork(database, claimant);
    const taken = leftBehind ? await claim('left behind') : undefined;
    if (taken || !queued) return taken;
    const full = await fullWorkflows(database, limits);
    for (const tenantId of await tenants.inTurn(database, waitedMs)) {
      const claimed = await claim({ tenantId, waitedMs, fullWorkflows: full });
      if (!claimed) continue;
      tenants.hadTurn(tenantId);
      return claimed;
    }
    return undefined;
  };
}
