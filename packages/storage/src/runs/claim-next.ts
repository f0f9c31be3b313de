// The next runs for a worker: what a dead one has left, else what waits, tenant by tenant.
import type { ClaimedRun, ClaimOptions, WorkLimits } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { DeadWorkers } from '../workers/dead-workers.ts';
import { WaitingTenants } from '../workers/waiting-tenants.ts';
import { fullWorkflows, hasLimits } from '../workers/work-limits.ts';
import { type Claimant, claimable, claimRuns, peekWork, type Wanted } from './claim-runs.ts';

type ClaimNext = (
  claimant: Claimant,
  leaseMs: number,
  options: Pick<ClaimOptions, 'conversationIds' | 'most' | 'waitedMs'>,
) => Promise<ClaimedRun[]>;

export function claimNext(database: Database, limits: WorkLimits): ClaimNext {
  const dead = new DeadWorkers(database);
  const tenants = new WaitingTenants(limits);
  return async (claimant, leaseMs, { conversationIds, most: wish = 1, waitedMs = 0 }) => {
    // Claims that are counted wait for one another, and would for ever if each waited for several.
    const most = hasLimits(limits) ? 1 : wish;
    const claim = (wanted: Wanted, atMost = most) =>
      database.write((queries) => claimRuns(queries, claimant, wanted, { leaseMs, limits, most: atMost }));
    await dead.release(claimant.holder);
    if (conversationIds) {
      const free = await claimable(database, claimant, conversationIds);
      return free.length > 0 ? claim({ conversationIds: free }) : [];
    }
    const { leftBehind, queued } = await peekWork(database, claimant);
    const taken = leftBehind ? await claim('left behind') : [];
    if (taken.length > 0 || !queued) return taken;
    const full = await fullWorkflows(database, limits);
    for (const { tenantId, turns } of await tenants.inTurn(database, waitedMs, most)) {
      const claimed = await claim({ tenantId, waitedMs, fullWorkflows: full }, turns);
      if (claimed.length === 0) continue;
      tenants.hadTurn(tenantId);
      return claimed;
    }
    return [];
  };
}
