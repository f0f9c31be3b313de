import type { ProcessRecord } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { type NoParams, statement } from '../database/statement.ts';
import { isoTime } from '../iso-time.ts';
import { hasEnded, type ProcessIdentity } from '../workers/process-identity.ts';

type ProcessRow = ProcessIdentity & {
  id: string;
  host: string;
  serves: number;
  works: number;
  version: string;
  plugins: string;
  started_at: number;
  silent_ms: number;
};
const known = statement<{ silentMs: number }, ProcessRow>(
  `SELECT id, place, pid, started, host, serves, works, version, plugins, started_at,
     STEADY_MS - seen_at AS silent_ms
   FROM processes WHERE seen_at > STEADY_MS - $silentMs ORDER BY started_at DESC, id`,
);
type WorkerRow = ProcessIdentity & { id: string; capacity: number };
const livingWorkers = statement<NoParams, WorkerRow>(
  'SELECT id, place, pid, started, capacity FROM workers WHERE alive_until > STEADY_MS',
);
const workOfEach = statement<NoParams, { lease_holder: string; at_work: number }>(
  `SELECT lease_holder, CAST(COUNT(*) AS INTEGER) AS at_work FROM conversations
   WHERE ready_at = 0 AND lease_until > STEADY_MS GROUP BY lease_holder`,
);

export async function readProcesses(queries: Queries, silentMs: number): Promise<ProcessRecord[]> {
  const workers = await queries.all(livingWorkers, {});
  const work = new Map(
    (await queries.all(workOfEach, {})).map(({ lease_holder, at_work }) => [lease_holder, at_work]),
  );
  const loadOf = (own: readonly WorkerRow[]) => ({
    atWork: own.reduce((sum, { id }) => sum + (work.get(id) ?? 0), 0),
    capacity: own.reduce((sum, { capacity }) => sum + capacity, 0),
  });
  const rows = await queries.all(known, { silentMs });
  const named = rows.map((row) => {
    const { id, host, version, plugins, pid } = row;
    return {
      ...{ id, host, version, plugins, pid },
      ...loadOf(workers.filter((worker) => isSame(worker, row))),
      serves: row.serves === 1,
      works: row.works === 1,
      startedAt: isoTime(row.started_at),
      silentMs: row.silent_ms,
      hasEnded: hasEnded(row),
    };
  });
  const others = workers
    .filter((worker) => !rows.some((row) => isSame(worker, row)))
    .filter((worker) => worker.capacity > 0 && !hasEnded(worker))
    .map((worker) => ({
      ...{ id: worker.id, host: '', version: null, plugins: null, pid: worker.pid },
      ...loadOf([worker]),
      ...{ serves: false, works: true, startedAt: null, silentMs: 0, hasEnded: false },
    }));
  return [...named, ...others];
}

const isSame = (one: ProcessIdentity, other: ProcessIdentity): boolean =>
  one.place === other.place && one.pid === other.pid && one.started === other.started;
