import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { dropExpired, expiredRanges, markExpired } from '../events/partitions.ts';
import { removeConversation } from './remove-conversation.ts';

type Untouched = { id: string; created_at: number };

const untouched = statement<{ from: number; before: number; limit: number }, Untouched>(
  `SELECT id, created_at FROM conversations
   WHERE created_at >= $from AND created_at < $before AND updated_at < $before
     AND ready_at IS NULL AND lease_holder IS NULL
   ORDER BY created_at LIMIT $limit FOR NO KEY UPDATE SKIP LOCKED`,
);

/** Small enough that nobody waits behind one transaction. */
const AT_ONCE = 10;

/** Removes conversations untouched since then, and none that is at work; returns how many. */
export async function purgeConversations(database: Database, before: number): Promise<number> {
  await markExpired(database, before);
  let removed = 0;
  // Those that were passed over once are not looked at again.
  for (let from = 0; ; ) {
    const gone = await database.write((queries) => purgeSome(queries, from, before));
    removed += gone.length;
    from = gone.at(-1)?.created_at ?? from;
    if (gone.length < AT_ONCE) break;
    await nextTurn();
  }
  await dropExpired(database);
  return removed;
}

async function purgeSome(queries: Queries, from: number, before: number): Promise<Untouched[]> {
  const ranges = await expiredRanges(queries);
  const found = await queries.all(untouched, { from, before, limit: AT_ONCE });
  for (const { id } of found) await removeConversation(queries, id, ranges);
  return found;
}
