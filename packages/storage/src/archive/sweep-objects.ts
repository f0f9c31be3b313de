import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { ObjectStore } from './object-store.ts';

const left = statement<{ after: number; limit: number }, { ordinal: number; object: string | null }>(
  'SELECT ordinal, object FROM archives WHERE run IS NULL AND ordinal > $after ORDER BY ordinal LIMIT $limit',
);
// An object that is being written may arrive when it was thought to be gone: its row stays until it cannot any more.
const forget = statement<{ ordinal: number }>(
  `DELETE FROM archives WHERE ordinal = $ordinal
     AND (moved_at IS NOT NULL OR tried_at IS NULL OR tried_at < NOW_MS - 600000)`,
);

const AT_ONCE = 8;

/** Removes the objects of runs that are gone; returns how many. */
export async function sweepObjects(database: Database, objects: ObjectStore): Promise<number> {
  let removed = 0;
  for (let after = 0; ; ) {
    const rows = await database.all(left, { after, limit: AT_ONCE });
    await Promise.all(rows.map(({ object }) => object !== null && objects.delete(object)));
    for (const { ordinal } of rows) removed += await database.run(forget, { ordinal });
    if (rows.length < AT_ONCE) return removed;
    after = rows.at(-1)?.ordinal ?? after;
  }
}
