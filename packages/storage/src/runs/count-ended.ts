// Runs that have ended are added to the totals of usage a moment later, many at a time: the rows of a tenant's totals are
// few, and each run that ends would wait for the one before. Until then a report reads the runs themselves. With that
// they can be found by their words. Those that wait for a person may do so for months: they are swept up as they are, and
// what comes after is added when they end, so that a report does not read them all.
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { unfinished } from '../rows/run-row.ts';
import { COUNTED, type FoundByWords, indexWords, wordsColumns } from '../search/index-words.ts';
import {
  COUNTED_WAITING,
  type CountedRow,
  cameFurther,
  countedColumns,
  countedRun,
} from '../usage/counted-run.ts';
import { EndedRuns } from '../usage/usage-totals.ts';

type EndedRow = FoundByWords & CountedRow;
const uncountedEnd = `(counted IS NULL OR counted = ${COUNTED_WAITING}) AND NOT (${unfinished})`;
// In a conversation's runs and among those that are named; whoever takes them first counts them.
const take = statement<{ ids: string }, EndedRow>(
  `UPDATE runs SET counted = ${COUNTED} WHERE id IN ITEMS_OF($ids) AND ${uncountedEnd}
   RETURNING ${wordsColumns}, ${countedColumns}`,
);
const uncountedOf = statement<{ conversationId: string }, { id: string }>(
  `SELECT id FROM runs WHERE conversation_id = $conversationId AND ${uncountedEnd}`,
);
// In one order, so that no two wait for one another.
const lookAtWaiting = statement<{ ids: string }, CountedRow & { id: string }>(
  `SELECT id, ${countedColumns} FROM runs WHERE id IN ITEMS_OF($ids) AND status = 'awaiting_human'
     AND (counted IS NULL OR ${cameFurther}) ORDER BY ordinal FOR NO KEY UPDATE`,
);
const takeWaiting = statement<{ ids: string }>(
  `UPDATE runs SET counted = ${COUNTED_WAITING}, counted_usage_json = usage_json, counted_spent_json = spent_json
   WHERE id IN ITEMS_OF($ids)`,
);
const idsWhere = (condition: string) =>
  statement<{ limit: number }, { id: string }>(
    // What is under way is passed over: that is as much as there are processes to work on it.
    `SELECT id FROM runs WHERE ${condition} AND status NOT IN ('queued', 'running') LIMIT $limit`,
  );
const left = [idsWhere('counted IS NULL'), idsWhere(cameFurther)];

/** Inside the caller's transaction. */
async function countRuns(queries: Queries, ids: readonly string[]): Promise<EndedRow[]> {
  if (ids.length === 0) return [];
  const ended = new EndedRuns();
  const rows = await queries.all(take, { ids: JSON.stringify(ids) });
  for (const row of rows) ended.add(countedRun(row));
  await ended.store(queries);
  return rows;
}

/** Inside the caller's transaction. */
async function countWaiting(queries: Queries, ids: readonly string[]): Promise<void> {
  const rows = await queries.all(lookAtWaiting, { ids: JSON.stringify(ids) });
  if (rows.length === 0) return;
  const waiting = new EndedRuns();
  for (const row of rows) waiting.add(countedRun(row));
  await queries.run(takeWaiting, { ids: JSON.stringify(rows.map(({ id }) => id)) });
  await waiting.store(queries);
}

/** What a conversation used stays when it goes: to be called before its runs are removed, in the same transaction. */
export async function countBeforeRemoval(queries: Queries, conversationId: string): Promise<void> {
  const rows = await queries.all(uncountedOf, { conversationId });
  await countRuns(
    queries,
    rows.map(({ id }) => id),
  );
}

/** Few enough that streams do not falter: SQLite does all of them, words included, in one turn of the event loop. */
const AT_ONCE = 50;
const WAIT_MS = 1_000;

/** Counts the runs that ended here, and those that somebody else has left uncounted. */
export class UsageCounter {
  readonly #database: Database;
  #ended: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** To be called once the end of the run is stored. */
  add(runId: string): void {
    this.#ended.push(runId);
    this.#timer ??= setTimeout(() => void this.#count().catch(() => {}), WAIT_MS).unref();
  }

  /** Counts what was left by processes that did not live to do it, and what waits for a person. */
  async sweep(): Promise<void> {
    for (const some of left)
      for (let found = AT_ONCE; found === AT_ONCE; ) {
        const rows = await this.#database.all(some, { limit: AT_ONCE });
        const ids = rows.map(({ id }) => id);
        await this.#write(ids);
        if (ids.length > 0) await this.#database.write((queries) => countWaiting(queries, ids));
        found = rows.length;
      }
  }

  /** Counts what waits. What cannot be counted is left to be swept. */
  async close(): Promise<void> {
    await this.#count().catch(() => {});
  }

  async #count(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ended = this.#ended;
    this.#ended = [];
    for (let first = 0; first < ended.length; first += AT_ONCE)
      await this.#write(ended.slice(first, first + AT_ONCE));
  }

  async #write(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#database.write(async (queries) => indexWords(queries, await countRuns(queries, ids)));
  }
}
