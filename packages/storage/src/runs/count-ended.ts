// Runs that have ended are added to the totals of usage a moment later, many at a time: the rows of a tenant's totals are
// few, and each run that ends would wait for the one before. Until then a report reads the runs themselves. With that
// they can be found by their words.
import { decodeStrict, noUsage, type Usage } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { unfinished } from '../rows/run-row.ts';
import { COUNTED, type FoundByWords, indexWords, wordsColumns } from '../search/index-words.ts';
import { decodeRunUsage } from '../usage/run-usage-json.ts';
import { EndedRuns } from '../usage/usage-totals.ts';

type EndedRow = FoundByWords & {
  workflow_id: string;
  status: string;
  usage_json: string | null;
  spent_json: string | null;
  created_at: number;
};
// In a conversation's runs and among those that are named; whoever takes them first counts them.
const take = statement<{ ids: string }, EndedRow>(
  `UPDATE runs SET counted = ${COUNTED} WHERE id IN ITEMS_OF($ids) AND counted IS NULL AND NOT (${unfinished})
   RETURNING ${wordsColumns}, workflow_id, status, usage_json, spent_json, created_at`,
);
const uncountedOf = statement<{ conversationId: string }, { id: string }>(
  `SELECT id FROM runs WHERE conversation_id = $conversationId AND counted IS NULL AND NOT (${unfinished})`,
);
const uncounted = statement<{ limit: number }, { id: string }>(
  `SELECT id FROM runs WHERE counted IS NULL AND NOT (${unfinished}) LIMIT $limit`,
);

/** Inside the caller's transaction. */
async function countRuns(queries: Queries, ids: readonly string[]): Promise<EndedRow[]> {
  if (ids.length === 0) return [];
  const ended = new EndedRuns();
  const rows = await queries.all(take, { ids: JSON.stringify(ids) });
  for (const row of rows)
    ended.add({
      tenantId: row.tenant_id,
      ownerId: row.owner_id,
      workflowId: row.workflow_id,
      createdAt: row.created_at,
      failed: row.status === 'failed',
      usage: row.usage_json === null ? noUsage : decodeStrict<Usage>(row.usage_json),
      spent: row.spent_json === null ? undefined : decodeRunUsage(row.spent_json),
    });
  await ended.store(queries);
  return rows;
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

  /** Counts what was left by processes that did not live to do it. */
  async sweep(): Promise<void> {
    for (;;) {
      const rows = await this.#database.all(uncounted, { limit: AT_ONCE });
      await this.#write(rows.map(({ id }) => id));
      if (rows.length < AT_ONCE) return;
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
