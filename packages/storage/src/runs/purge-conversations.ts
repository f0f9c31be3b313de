import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { dropExpired, expiredRanges, markExpired } from '../events/partitions.ts';
import { removeConversation } from './remove-conversation.ts';

const PAGE = 500;
const MOST_COUNTED = 1_000;

type Looked = { ordinal: number; id: string; created_at: number; untouched: number };

const isUntouched = 'updated_at < $before AND ready_at IS NULL AND lease_holder IS NULL';
// In the order in which they began, which is that of their rows: an index of when each was touched last would have to be
// written with every message.
const oldest = statement<{ after: number; before: number }, Looked>(
  `SELECT ordinal, id, created_at, CASE WHEN ${isUntouched} THEN 1 ELSE 0 END AS untouched
   FROM conversations WHERE ordinal > $after ORDER BY ordinal LIMIT ${PAGE}`,
);
const stillUntouched = statement<{ ids: string; before: number }, { id: string }>(
  `SELECT id FROM conversations WHERE id IN ITEMS_OF($ids) AND ${isUntouched} FOR NO KEY UPDATE SKIP LOCKED`,
);

const countOldest = statement<
  { before: number },
  { looked: number; untouched: number; newest: number | null }
>(
  `SELECT CAST(COUNT(*) AS INTEGER) AS looked, MAX(created_at) AS newest,
     CAST(COALESCE(SUM(CASE WHEN ${isUntouched} THEN 1 ELSE 0 END), 0) AS INTEGER) AS untouched
   FROM (SELECT updated_at, ready_at, lease_holder, created_at FROM conversations
         ORDER BY ordinal LIMIT ${MOST_COUNTED}) AS oldest`,
);

/** What a purge would remove, of the oldest. */
export async function countUntouched(
  queries: Queries,
  before: number,
): Promise<{ count: number; isMore: boolean }> {
  const found = await queries.first(countOldest, { before });
  if (!found) return { count: 0, isMore: false };
  const isMore = found.looked === MOST_COUNTED && (found.newest ?? before) < before;
  return { count: found.untouched, isMore };
}

/** Small enough that nobody waits behind one transaction. */
const AT_ONCE = 10;
/** Old ones that are in use: the next purge goes on after so many of them. */
const MOST_PASSED_OVER = 10_000;

/** Removes conversations that were not touched for long, and none that is at work. */
export class ConversationPurge {
  readonly #database: Database;
  #after = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns how many it removed. There may be more, behind many that are in use. */
  async purge(before: number): Promise<number> {
    await markExpired(this.#database, before);
    let removed = 0;
    for (let passedOver = 0; passedOver < MOST_PASSED_OVER; ) {
      const looked = await this.#database.all(oldest, { after: this.#after, before });
      const untouched = looked.filter((each) => each.untouched === 1).map(({ id }) => id);
      const gone = await this.#remove(untouched, before);
      removed += gone;
      passedOver += looked.length - gone;
      const last = looked.at(-1);
      const isOver = !last || looked.length < PAGE || last.created_at >= before;
      this.#after = isOver ? 0 : last.ordinal;
      if (isOver) break;
    }
    await dropExpired(this.#database);
    return removed;
  }

  async #remove(ids: readonly string[], before: number): Promise<number> {
    let removed = 0;
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = JSON.stringify(ids.slice(from, from + AT_ONCE));
      removed += await this.#database.write((queries) => removeUntouched(queries, some, before));
      await nextTurn();
    }
    return removed;
  }
}

async function removeUntouched(queries: Queries, ids: string, before: number): Promise<number> {
  const ranges = await expiredRanges(queries);
  const found = await queries.all(stillUntouched, { ids, before });
  for (const { id } of found) await removeConversation(queries, id, ranges);
  return found.length;
}
