// Workers whose process is known to have ended: nobody has to wait for their leases to run out.
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { hasEnded, thisProcess } from './process-identity.ts';

/** Looking takes a query and opens files, and not every claim needs that. */
const LOOK_EVERY_MS = 500;

const neighbours = statement<
  { place: string },
  { id: string; place: string | null; pid: number; started: string | null }
>('SELECT id, place, pid, started FROM workers WHERE place = $place');
const release = statement<{ holder: string }>(
  'UPDATE conversations SET lease_until = 0 WHERE ready_at = 0 AND lease_holder = $holder',
);
const remove = statement<{ holder: string }>('DELETE FROM workers WHERE id = $holder');

/** Lets everybody have what the worker holds. */
export async function releaseWorker(database: Database, holder: string): Promise<void> {
  await database.write(async (queries) => {
    await queries.run(release, { holder });
    await queries.run(remove, { holder });
  });
}

export class DeadWorkers {
  readonly #database: Database;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Looks around, unless that was done a moment ago. */
  async release(): Promise<void> {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    const { holders } = this.#database;
    for (const holder of new Set([...holders.dead(), ...(await this.#ended())])) {
      await releaseWorker(this.#database, holder);
      holders.forget(holder);
    }
  }

  async #ended(): Promise<string[]> {
    const { place } = thisProcess();
    if (place === null) return [];
    return (await this.#database.all(neighbours, { place })).filter(hasEnded).map(({ id }) => id);
  }
}
