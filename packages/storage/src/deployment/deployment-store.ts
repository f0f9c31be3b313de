import type { DeploymentStore } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { isoTime } from '../iso-time.ts';
import { notCompleted } from '../rows/run-row.ts';
import { type ProcessIdentity, thisProcess } from '../workers/process-identity.ts';
import { readDatabase } from './read-database.ts';
import { readProcesses } from './read-processes.ts';

/** One that has been silent for so long is no longer told of. */
const FORGOTTEN_MS = 3_600_000;
/** Runs that wait are counted so far. */
const MOST_WAITING = 10_000;

type SignParams = ProcessIdentity & {
  id: string;
  host: string;
  serves: number;
  works: number;
  version: string;
  plugins: string;
};
const put = statement<SignParams>(
  `INSERT INTO processes (id, place, pid, started, host, serves, works, version, plugins, started_at, seen_at)
   VALUES ($id, $place, $pid, $started, $host, $serves, $works, $version, $plugins, NOW_MS, STEADY_MS)
   ON CONFLICT (id) DO UPDATE SET plugins = excluded.plugins, seen_at = excluded.seen_at`,
);
const remove = statement<{ id: string }>('DELETE FROM processes WHERE id = $id');
const forget = statement<{ silentMs: number }>(
  'DELETE FROM processes WHERE seen_at <= STEADY_MS - $silentMs',
);
type WaitingRow = { tenant_id: string; workflow_id: string; waiting: number; oldest: number };
const waitingRuns = statement<{ most: number }, WaitingRow>(
  `SELECT tenant_id, workflow_id, CAST(COUNT(*) AS INTEGER) AS waiting, MIN(created_at) AS oldest
   FROM (SELECT tenant_id, workflow_id, created_at FROM runs
         WHERE ${notCompleted} AND status = 'queued' LIMIT $most) AS queued
   GROUP BY tenant_id, workflow_id`,
);

export function createDeploymentStore(database: Database): DeploymentStore {
  return {
    async tell({ id, host, serves, works, version, plugins }) {
      const told = { id: exactId(id, 'process'), host, version, plugins };
      await database.run(put, {
        ...thisProcess(),
        ...told,
        serves: Number(serves),
        works: Number(works),
      });
      await database.run(forget, { silentMs: FORGOTTEN_MS });
    },

    async leave(id) {
      await database.run(remove, { id: exactId(id, 'process') });
    },

    processes: () => readProcesses(database, FORGOTTEN_MS),

    async queue() {
      const rows = await database.all(waitingRuns, { most: MOST_WAITING + 1 });
      const groups = rows
        .map((row) => ({
          tenantId: row.tenant_id,
          workflowId: row.workflow_id,
          waiting: row.waiting,
          oldest: isoTime(row.oldest),
        }))
        .toSorted((one, other) => other.waiting - one.waiting);
      const waiting = groups.reduce((sum, group) => sum + group.waiting, 0);
      return { waiting: Math.min(waiting, MOST_WAITING), isMore: waiting > MOST_WAITING, groups };
    },

    storage: () => readDatabase(database),
  };
}
