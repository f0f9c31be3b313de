import { decodeStrict, noUsage, type Usage } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { decodeRunUsage } from '../usage/run-usage-json.ts';
import { EndedRuns } from '../usage/usage-totals.ts';
import type { Migration } from './migration.ts';

/**
 * What runs used, added up when they end, see `usage/usage-totals.ts`. `counted` is null in a run that is not in the
 * totals: it has not ended, or a program of the version before has ended it.
 */
export const totalsOfUsage: Migration = {
  version: 15,
  name: 'totals of usage',
  statements: [
    `CREATE TABLE usage_totals (
      tenant_id EXACT_TEXT NOT NULL,
      owner_id EXACT_TEXT NOT NULL,
      span INTEGER NOT NULL,
      started_at BIGINT NOT NULL,
      workflow_id EXACT_TEXT NOT NULL,
      changes BIGINT NOT NULL,
      totals_json TEXT NOT NULL,
      PRIMARY KEY (tenant_id, owner_id, span, started_at, workflow_id)
    )`,
    'ALTER TABLE runs ADD COLUMN counted INTEGER',
  ],
  async convert(queries) {
    const runs = new EndedRuns();
    for await (const row of endedRuns(queries)) {
      runs.add({
        tenantId: row.tenant_id,
        ownerId: row.owner_id,
        workflowId: row.workflow_id,
        createdAt: row.created_at,
        failed: row.status === 'failed',
        isOver: true,
        usage: row.usage_json === null ? noUsage : decodeStrict<Usage>(row.usage_json),
        spent: row.spent_json === null ? undefined : decodeRunUsage(row.spent_json),
      });
      if (runs.size >= TOTALS_AT_ONCE) await runs.storeTotals(queries);
    }
    await runs.storeTotals(queries);
    await queries.run(countAll, {});
    await queries.run(uncounted, {});
  },
};

const ROWS_AT_ONCE = 1_000;
const TOTALS_AT_ONCE = 20_000;

type EndedRow = {
  ordinal: number;
  tenant_id: string;
  owner_id: string;
  workflow_id: string;
  status: string;
  usage_json: string | null;
  spent_json: string | null;
  created_at: number;
};
const ended = "status NOT IN ('queued', 'running', 'awaiting_human')";
const nextEnded = statement<{ after: number; limit: number }, EndedRow>(
  `SELECT ordinal, tenant_id, owner_id, workflow_id, status, usage_json, spent_json, created_at FROM runs
   WHERE ordinal > $after AND ${ended} ORDER BY ordinal LIMIT $limit`,
);
const countAll = statement(`UPDATE runs SET counted = 1 WHERE ${ended}`);
const uncounted = statement('CREATE INDEX runs_uncounted ON runs (tenant_id, ordinal) WHERE counted IS NULL');

async function* endedRuns(queries: Queries): AsyncGenerator<EndedRow> {
  for (let after = 0; ; ) {
    const rows = await queries.all(nextEnded, { after, limit: ROWS_AT_ONCE });
    yield* rows;
    after = rows.at(-1)?.ordinal ?? 0;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
