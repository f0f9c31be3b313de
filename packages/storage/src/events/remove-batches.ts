import type { Queries, SqlValue } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { inRun } from '../rows/run-places.ts';

/**
 * Removes the batches of the runs that are `r` in the condition, inside the caller's transaction. In the form of the one
 * database the other would look at every batch that there is.
 */
export function removeBatches<Params extends Record<string, SqlValue>>(
  runs: string,
): (queries: Queries, params: Params) => Promise<number> {
  const statements = {
    sqlite: statement<Params>(
      `DELETE FROM event_batches WHERE place IN (
         SELECT place FROM runs r JOIN event_batches ON ${inRun('r.ordinal')} WHERE ${runs})`,
    ),
    postgres: statement<Params>(
      `DELETE FROM event_batches USING runs r WHERE ${inRun('r.ordinal')} AND ${runs}`,
    ),
  };
  return (queries, params) => queries.run(statements[queries.dialect], params);
}
