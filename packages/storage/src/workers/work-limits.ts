// The limits of tenants and workflows, counted in the database, so that they are of all processes together. On
// PostgreSQL claims of what is limited wait for one another; SQLite has one writer anyway.
import type { WorkLimits } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openRuns } from '../rows/conversation-lock.ts';

const lock = statement<{ name: string }>('SELECT pg_advisory_xact_lock(hashtextextended($name, 0))');
const tenantAtWork = statement<{ tenantId: string; limit: number }, { running: number }>(
  `SELECT CAST(COUNT(*) AS INTEGER) AS running FROM (
     SELECT 1 FROM conversations WHERE ready_at = 0 AND tenant_id = $tenantId LIMIT $limit) AS counted`,
);
const workflowsAtWork = statement<{ workflows: string }, { workflow_id: string; running: number }>(
  `SELECT workflow_id, CAST(COUNT(*) AS INTEGER) AS running
   FROM conversations JOIN runs ON runs.id = conversations.lease_run_id
   WHERE ready_at = 0 AND workflow_id IN ITEMS_OF($workflows) GROUP BY workflow_id`,
);
const nextRun = statement<{ conversationId: string }, { workflow_id: string; status: string }>(
  `SELECT workflow_id, status FROM conversations JOIN runs ON conversation_id = conversations.id AND ${openRuns}
   WHERE conversations.id = $conversationId ORDER BY position LIMIT 1`,
);

export function tenantLimit({ tenantConcurrency = {} }: WorkLimits, tenantId: string): number | undefined {
  return tenantConcurrency[tenantId] ?? tenantConcurrency['*'];
}

export function hasLimits({ tenantConcurrency = {}, workflowConcurrency = {} }: WorkLimits): boolean {
  return Object.keys(tenantConcurrency).length > 0 || Object.keys(workflowConcurrency).length > 0;
}

/** Whether such a run may have to wait for others at work. */
export function isLimited(limits: WorkLimits, run: { tenantId: string; workflowId: string }): boolean {
  const ofWorkflow = limits.workflowConcurrency?.[run.workflowId];
  return ofWorkflow !== undefined || tenantLimit(limits, run.tenantId) !== undefined;
}

/** Workflows that have as many runs at work as they may. */
export async function fullWorkflows(queries: Queries, { workflowConcurrency = {} }: WorkLimits) {
  const limited = Object.keys(workflowConcurrency);
  if (limited.length === 0) return [];
  const running = await queries.all(workflowsAtWork, { workflows: JSON.stringify(limited) });
  return running
    .filter((row) => row.running >= (workflowConcurrency[row.workflow_id] ?? Number.POSITIVE_INFINITY))
    .map((row) => row.workflow_id);
}

/** Whether one more may be at work. Sure until the transaction ends. */
export async function hasRoomFor(
  queries: Queries,
  limits: WorkLimits,
  { conversationId, tenantId }: { conversationId: string; tenantId: string },
): Promise<boolean> {
  const limit = tenantLimit(limits, tenantId);
  if (limit !== undefined) {
    await lockName(queries, `cadence tenant ${tenantId}`);
    const row = await queries.first(tenantAtWork, { tenantId, limit });
    if ((row?.running ?? 0) >= limit) return false;
  }
  const { workflowConcurrency } = limits;
  if (!workflowConcurrency || Object.keys(workflowConcurrency).length === 0) return true;
  const next = await queries.first(nextRun, { conversationId });
  const most = next && workflowConcurrency[next.workflow_id];
  if (next === undefined || most === undefined) return true;
  await lockName(queries, `cadence workflow ${next.workflow_id}`);
  const full = await fullWorkflows(queries, { workflowConcurrency: { [next.workflow_id]: most } });
  return full.length === 0;
}

async function lockName(queries: Queries, name: string): Promise<void> {
  if (queries.dialect === 'postgres') await queries.run(lock, { name });
}
