import type { Queries, SqlValue } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { inRun } from '../rows/run-places.ts';

const removeOfRun = statement<{ run: number }>(`DELETE FROM event_batches WHERE ${inRun('$run')}`);

/**
 * Removes the batches of the runs that are `r` in the condition, inside the caller's transaction. Run by run, by places
 * that are known: of a join by ranges PostgreSQL thinks that it finds a good part of the table, and reads all of it.
 */
export function removeBatches<Params extends Record<string, SqlValue>>(
  runs: string,
): (queries: Queries, params: Params) => Promise<void> {
  const ordinals = statement<Params, { ordinal: number }>(`SELECT r.ordinal FROM runs r WHERE ${runs}`);
  return async (queries, params) => {
    for (const { ordinal: run } of await queries.all(ordinals, params))
      await queries.run(removeOfRun, { run });
  };
}
