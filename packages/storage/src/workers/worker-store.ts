import type { HeldLease, WorkerStore } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { releaseWorker } from './dead-workers.ts';
import { type ProcessIdentity, thisProcess } from './process-identity.ts';

type WorkerParams = ProcessIdentity & { holder: string; capacity: number; leaseMs: number };

const put = statement<WorkerParams>(
  `INSERT INTO workers (id, place, pid, started, capacity, alive_until)
   VALUES ($holder, $place, $pid, $started, $capacity, STEADY_MS + $leaseMs)
   ON CONFLICT (id) DO UPDATE SET capacity = excluded.capacity, alive_until = excluded.alive_until`,
);
const announce = statement<ProcessIdentity & { holder: string }>(
  `INSERT INTO workers (id, place, pid, started, capacity, alive_until)
   VALUES ($holder, $place, $pid, $started, 0, STEADY_MS) ON CONFLICT (id) DO NOTHING`,
);
const prolong = statement<
  { holder: string; leaseMs: number; conversations: string },
  { id: string; lease_fence: number; lease_run_id: string }
>(
  `UPDATE conversations SET lease_until = STEADY_MS + $leaseMs
   WHERE ready_at = 0 AND id IN ITEMS_OF($conversations) AND lease_holder = $holder RETURNING id, lease_fence, lease_run_id`,
);
const askedToStop = statement<{ runs: string }, { id: string; rollback_requested: number }>(
  'SELECT id, rollback_requested FROM runs WHERE id IN ITEMS_OF($runs) AND cancel_requested = 1',
);
const othersCapacity = statement<{ holder: string }, { capacity: number }>(
  `SELECT CAST(COALESCE(SUM(capacity), 0) AS INTEGER) AS capacity FROM workers
   WHERE id <> $holder AND alive_until > STEADY_MS`,
);
// Those that went silent and were nobody's neighbours.
const forgetSilent = statement<{ silentMs: number }>(
  'DELETE FROM workers WHERE alive_until <= STEADY_MS - $silentMs',
);
const SILENT_MS = 600_000;

export function createWorkerStore(database: Database): WorkerStore {
  return {
    async beat(holder, leaseMs, { capacity, conversations }) {
      const worker = { ...thisProcess(), holder: exactId(holder, 'holder'), capacity, leaseMs };
      const held = await database.write(async (queries) => {
        await queries.run(put, worker);
        return conversations.length > 0 ? prolongAll(queries, holder, leaseMs, conversations) : [];
      });
      const others = (await database.first(othersCapacity, { holder }))?.capacity ?? 0;
      return { held, others };
    },

    async leave(holder) {
      await releaseWorker(database, exactId(holder, 'holder'));
      await database.run(forgetSilent, { silentMs: SILENT_MS });
    },
  };
}

async function prolongAll(
  queries: Queries,
  holder: string,
  leaseMs: number,
  conversations: readonly string[],
): Promise<HeldLease[]> {
  const leases = await queries.all(prolong, {
    holder,
    leaseMs,
    conversations: JSON.stringify(conversations),
  });
  const runs = JSON.stringify(leases.map(({ lease_run_id }) => lease_run_id));
  const asked = new Map(
    (await queries.all(askedToStop, { runs })).map(({ id, rollback_requested }) => [id, rollback_requested]),
  );
  return leases.map(({ id, lease_fence, lease_run_id }) => ({
    conversationId: id,
    fence: lease_fence,
    cancelRequested: asked.has(lease_run_id),
    rollback: asked.get(lease_run_id) === 1,
  }));
}

/** Has the worker known before it holds anything, once for each name. */
export class AnnouncedWorkers {
  readonly #database: Database;
  readonly #known = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
  }

  async announce(holder: string): Promise<void> {
    if (this.#known.has(exactId(holder, 'holder'))) return;
    this.#database.holders.announce(holder);
    await this.#database.run(announce, { ...thisProcess(), holder });
    this.#known.add(holder);
  }
}
