// Whether the store is fit to take work: that it can be written to, that nothing of it is known to be damaged, and that no
// newer program has taken away what this one needs. Asked often, so that some answers are kept for a while.
import type { Database } from './database/database.ts';
import { statement } from './database/statement.ts';
import { refuseOutgrown } from './migrations/migrate.ts';
import type { Migration } from './migrations/migration.ts';

const FIT_FOR_MS = 5_000;
const UNFIT_FOR_MS = 1_000;

// Each time another value: SQLite does not write what stays as it was.
const writeSomething = statement(
  'INSERT INTO cadence_probe (id, at) VALUES (1, NOW_MS) ON CONFLICT (id) DO UPDATE SET at = excluded.at',
);

export interface Fitness {
  /** Throws what keeps the database from being written to. */
  probe(): Promise<void>;
  /** Throws when work must not begin: the schema is one for newer programs. */
  demandSchema(): Promise<void>;
}

export function createFitness(database: Database, migrations: readonly Migration[]): Fitness {
  const readSchema = () => refuseOutgrown(database, migrations);
  const write = remembered(async () => {
    // A small write fits into what the log has already when nothing else does any more.
    await database.demandRoom();
    await database.run(writeSomething, {});
  });
  return {
    // A server that was away for a moment says nothing of the schema: the next one asks again.
    demandSchema: remembered(readSchema, 0),
    async probe() {
      if (database.damage) throw database.damage;
      await readSchema();
      await write();
    },
  };
}

/** The same answer for a while, and one question at a time. */
function remembered(ask: () => Promise<void>, unfitForMs = UNFIT_FOR_MS): () => Promise<void> {
  let answer: Promise<void> | undefined;
  let until = Number.POSITIVE_INFINITY;
  const keepFor = (ms: number) => () => {
    until = performance.now() + ms;
  };
  return () => {
    if (answer && performance.now() < until) return answer;
    until = Number.POSITIVE_INFINITY;
    answer = ask();
    answer.then(keepFor(FIT_FOR_MS), keepFor(unfitForMs));
    return answer;
  };
}
