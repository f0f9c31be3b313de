// Workers that are no more, since their process has ended or has been silent for too long: nobody has to wait until what
// they hold runs out.
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { hasEnded, type ProcessIdentity, thisProcess } from './process-identity.ts';

/** Looking takes a query and opens files, and not every claim needs that. */
const LOOK_EVERY_MS = 200;

// A worker that is not missed, or no longer, is said to be alive until 0.
const isSilent = 'alive_until > 0 AND alive_until <= STEADY_MS';
const suspects = statement<
  { place: string | null; holder: string },
  ProcessIdentity & { id: string; is_silent: number }
>(
  `SELECT id, place, pid, started, CASE WHEN ${isSilent} THEN 1 ELSE 0 END AS is_silent FROM workers
   WHERE id <> $holder AND (place = $place OR ${isSilent})`,
);
const release = statement<{ holder: string }>(
  'UPDATE conversations SET lease_until = 0 WHERE ready_at = 0 AND lease_holder = $holder',
);
const remove = statement<{ holder: string }>('DELETE FROM workers WHERE id = $holder');
const missNoLonger = statement<{ holder: string }, { id: string }>(
  `UPDATE workers SET alive_until = 0 WHERE id = $holder AND ${isSilent} RETURNING id`,
);

/** Lets everybody have what the worker holds. */
export async function releaseWorker(database: Database, holder: string): Promise<void> {
  await database.write(async (queries) => {
    await queries.run(release, { holder });
    await queries.run(remove, { holder });
  });
}

/** The same, unless it has given a sign of life by now. It may do so later, and keeps then what nobody has taken. */
async function releaseSilent(queries: Queries, holder: string): Promise<void> {
  if (await queries.first(missNoLonger, { holder })) await queries.run(release, { holder });
}

export class DeadWorkers {
  readonly #database: Database;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Looks around for `holder`, unless that was done a moment ago. */
  async release(holder: string): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    const { holders } = this.#database;
    const { place } = thisProcess();
    const found = await this.#database.all(suspects, { place, holder });
    const ended = found.filter(hasEnded).map(({ id }) => id);
    for (const dead of new Set([...holders.dead(), ...ended])) {
      await releaseWorker(this.#database, dead);
      holders.forget(dead);
    }
    for (const { id, is_silent } of found) {
      if (is_silent === 1) await this.#database.write((queries) => releaseSilent(queries, id));
    }
  }
}
