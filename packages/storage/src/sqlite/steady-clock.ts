// A clock that nobody can set, shared by all processes on a database: milliseconds since 1970 by the wall clock when the
// first of them asked after the machine had started, and from then on by the monotonic clock.
import { readFileSync } from 'node:fs';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const makeTable = statement(
  `CREATE TABLE IF NOT EXISTS cadence_clock (
    id INTEGER PRIMARY KEY, boot TEXT NOT NULL, monotonic BIGINT NOT NULL, wall BIGINT NOT NULL)`,
);
type Anchor = { boot: string; monotonic: number; wall: number };
const hasTable = statement<Record<string, never>, { found: number }>(
  "SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'cadence_clock'",
);
const find = statement<Record<string, never>, Anchor>(
  'SELECT boot, monotonic, wall FROM cadence_clock WHERE id = 1',
);
const put = statement<Anchor>(
  `INSERT INTO cadence_clock (id, boot, monotonic, wall) VALUES (1, $boot, $monotonic, $wall)
   ON CONFLICT (id) DO UPDATE SET boot = excluded.boot, monotonic = excluded.monotonic, wall = excluded.wall`,
);

/** The same in all processes since the machine has started. */
const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

export class SteadyClock {
  #ahead = Date.now() - monotonicMs();

  now(): number {
    return monotonicMs() + this.#ahead;
  }

  /** Agrees with the others on the time. */
  async agree(database: Database): Promise<void> {
    const boot = bootId();
    const known = (await database.first(hasTable, {})) && (await database.first(find, {}));
    const anchor = known && holds(known, boot) ? known : await this.#anchor(database, boot);
    this.#ahead = anchor.wall - anchor.monotonic;
  }

  #anchor(database: Database, boot: string): Promise<Anchor> {
    return database.write(async (queries) => {
      await queries.run(makeTable, {});
      const known = await queries.first(find, {});
      if (known && holds(known, boot)) return known;
      const anchor = { boot, monotonic: monotonicMs(), wall: Date.now() };
      await queries.run(put, anchor);
      return anchor;
    });
  }
}

const holds = (anchor: Anchor, boot: string): boolean =>
  anchor.boot === boot && anchor.monotonic <= monotonicMs();

/** New with every start of the machine; where no system tells it, a start shows by a monotonic clock that went back. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
