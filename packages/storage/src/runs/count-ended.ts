import { decodeStrict, noUsage, type RunUsage, type Usage } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import type { RunRow } from '../rows/run-row.ts';
import { EndedRuns } from '../usage/usage-totals.ts';

/** Adds a run that ends to the totals of usage, in the transaction in which it does. */
export async function countEnded(queries: Queries, row: RunRow, spent: RunUsage | undefined): Promise<void> {
  const ended = new EndedRuns();
  ended.add({
    tenantId: row.tenant_id,
    ownerId: row.owner_id,
    workflowId: row.workflow_id,
    createdAt: row.created_at,
    failed: row.status === 'failed',
    usage: row.usage_json === null ? noUsage : decodeStrict<Usage>(row.usage_json),
    spent,
  });
  await ended.store(queries);
}
