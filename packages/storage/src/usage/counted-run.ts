// A row of `runs` as what it adds to the totals of usage.
import { decodeStrict, noUsage, type Usage } from '@cadence-agents/contracts';
import { isUnfinished } from '../rows/run-row.ts';
import { decodeRunUsage } from './run-usage-json.ts';
import type { CountedRun } from './usage-totals.ts';

/** `counted` of a run that waits for a person, and is in the totals as it was when it began to. */
export const COUNTED_WAITING = 3;

/** Of those, the ones that have come further since; as the index has it that those alone are in. */
export const cameFurther = `counted = ${COUNTED_WAITING}
  AND (status NOT IN ('queued', 'running', 'awaiting_human') OR usage_json <> counted_usage_json)`;

export const countedColumns = `tenant_id, owner_id, workflow_id, status, usage_json, spent_json, created_at,
  counted_usage_json, counted_spent_json`;

export type CountedRow = {
  tenant_id: string;
  owner_id: string;
  workflow_id: string;
  status: string;
  usage_json: string | null;
  spent_json: string | null;
  created_at: number;
  counted_usage_json: string | null;
  counted_spent_json: string | null;
};

export function countedRun(row: CountedRow): CountedRun {
  return {
    tenantId: row.tenant_id,
    ownerId: row.owner_id,
    workflowId: row.workflow_id,
    createdAt: row.created_at,
    failed: row.status === 'failed',
    isOver: !isUnfinished(row.status),
    ...used(row.usage_json, row.spent_json),
    before:
      row.counted_usage_json === null ? undefined : used(row.counted_usage_json, row.counted_spent_json),
  };
}

const used = (usage: string | null, spent: string | null): Pick<CountedRun, 'usage' | 'spent'> => ({
  usage: usage === null ? noUsage : decodeStrict<Usage>(usage),
  spent: spent === null ? undefined : decodeRunUsage(spent),
});
