import type { HeldLease, WorkerStore } from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { releaseWorker } from './dead-workers.ts';
import { type ProcessIdentity, thisProcess } from './process-identity.ts';

type WorkerParams = ProcessIdentity & { holder: string; capacity: number; aliveMs: number };

/** Tells the room that others have. */
const put = statement<WorkerParams, { others: number }>(
  `INSERT INTO workers (id, place, pid, started, capacity, alive_until)
   VALUES ($holder, $place, $pid, $started, $capacity, STEADY_MS + $aliveMs)
   ON CONFLICT (id) DO UPDATE SET capacity = excluded.capacity, alive_until = excluded.alive_until
   RETURNING (SELECT CAST(COALESCE(SUM(known.capacity), 0) AS INTEGER) FROM workers AS known
     WHERE known.id <> $holder AND known.alive_until > STEADY_MS) AS others`,
);
// One that has never given a sign of life is not missed: what it holds runs out by itself.
const announce = statement<ProcessIdentity & { holder: string }>(
  `INSERT INTO workers (id, place, pid, started, capacity, alive_until)
   VALUES ($holder, $place, $pid, $started, 0, 0) ON CONFLICT (id) DO NOTHING`,
);
type HeldRow = {
  id: string;
  lease_fence: number;
  cancel_requested: number;
  rollback_requested: number;
  is_due: number;
};
const heldOnes = statement<{ holder: string; leaseMs: number; conversations: string }, HeldRow>(
  `SELECT c.id, c.lease_fence, r.cancel_requested, r.rollback_requested,
     CASE WHEN c.lease_until < STEADY_MS + $leaseMs / 2 THEN 1 ELSE 0 END AS is_due
   FROM conversations c JOIN runs r ON r.id = c.lease_run_id
   WHERE c.id IN ITEMS_OF($conversations) AND c.lease_holder = $holder`,
);
const prolong = statement<{ holder: string; leaseMs: number; conversations: string }>(
  `UPDATE conversations SET lease_until = STEADY_MS + $leaseMs
   WHERE ready_at = 0 AND id IN ITEMS_OF($conversations) AND lease_holder = $holder`,
);
const curtail = statement<{ holder: string; aliveMs: number; conversations: string }>(
  `UPDATE conversations SET lease_until = STEADY_MS + $aliveMs
   WHERE ready_at = 0 AND id IN ITEMS_OF($conversations) AND lease_holder = $holder
     AND lease_until > STEADY_MS + $aliveMs`,
);
// Those that went silent and were nobody's neighbours.
const forgetSilent = statement<{ silentMs: number }>(
  'DELETE FROM workers WHERE alive_until <= STEADY_MS - $silentMs',
);
const SILENT_MS = 600_000;

export function createWorkerStore(database: Database): WorkerStore {
  return {
    async beat(holder, { aliveMs, leaseMs, capacity, conversations, left = [] }) {
      const worker = { ...thisProcess(), holder: exactId(holder, 'holder'), capacity, aliveMs };
      const [told] = await database.change(put, worker);
      if (left.length > 0)
        await database.change(curtail, { holder, aliveMs, conversations: JSON.stringify(left) });
      const held =
        conversations.length > 0
          ? await database.all(heldOnes, { holder, leaseMs, conversations: JSON.stringify(conversations) })
          : [];
      const due = held.filter(({ is_due }) => is_due === 1).map(({ id }) => id);
      if (due.length > 0)
        await database.change(prolong, { holder, leaseMs, conversations: JSON.stringify(due) });
      return { held: held.map(toHeldLease), others: told?.others ?? 0 };
    },

    async leave(holder) {
      await releaseWorker(database, exactId(holder, 'holder'));
      await database.run(forgetSilent, { silentMs: SILENT_MS });
    },
  };
}

const toHeldLease = (row: HeldRow): HeldLease => ({
  conversationId: row.id,
  fence: row.lease_fence,
  cancelRequested: row.cancel_requested === 1,
  rollback: row.rollback_requested === 1,
});

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
