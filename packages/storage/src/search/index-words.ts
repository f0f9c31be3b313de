import { decodeStrict, type JsonObject } from '@cadence/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { toolsIn } from '../events/event-batch.ts';
import { bodyText, isMoved, type StoredBody } from '../events/stored-body.ts';
import { inRun } from '../rows/run-places.ts';
import { type Facts, indexedWords, partOf } from './words.ts';

/** A run that has ended, as far as it is searched for. */
export type FoundByWords = {
  ordinal: number;
  tenant_id: string;
  owner_id: string;
  input_json: string;
  answer_json: string | null;
  error_json: string | null;
  metadata_json: string;
};
export const wordsColumns =
  'ordinal, tenant_id, owner_id, input_json, answer_json, error_json, metadata_json';

/** `counted` of a run that is in the totals of usage; those of earlier versions are not found by words yet. */
export const COUNTED = 2;
const COUNTED_ONLY = 1;

type NewWords = { ordinal: number; words: string };
const insertWords = {
  sqlite: statement<NewWords>('INSERT INTO run_words (rowid, words) VALUES ($ordinal, $words)'),
  postgres: statement<NewWords>(
    `INSERT INTO run_words (run, words)
     SELECT CAST($ordinal AS BIGINT), array_to_tsvector(string_to_array($words, ' '))
     WHERE EXISTS (SELECT 1 FROM runs WHERE ordinal = CAST($ordinal AS BIGINT)) ON CONFLICT (run) DO NOTHING`,
  ),
};
/** Of a longer run no more is read. */
const MOST_BATCHES = 200;
const batchesOf = statement<{ ordinal: number }, StoredBody>(
  `SELECT body, packed FROM event_batches WHERE ${inRun('$ordinal')} ORDER BY place LIMIT ${MOST_BATCHES}`,
);

/** Inside the caller's transaction, which holds the rows of the runs. */
export async function indexWords(queries: Queries, runs: readonly FoundByWords[]): Promise<void> {
  const { dialect } = queries;
  for (const run of runs) {
    const { ordinal, tenant_id: tenantId, owner_id: ownerId, input_json, answer_json } = run;
    const texts = [input_json, answer_json].map((json) => (json === null ? '' : decodeStrict<string>(json)));
    const facts = await factsOf(queries, run);
    const words = indexedWords({ tenantId, ownerId }, partOf[dialect](ordinal), texts, facts).join(' ');
    await queries.run(insertWords[dialect], { ordinal, words });
  }
}

async function factsOf(
  queries: Queries,
  { ordinal, error_json, metadata_json }: FoundByWords,
): Promise<Facts> {
  const batches = await queries.all(batchesOf, { ordinal });
  const tools = batches.flatMap((batch) => (isMoved(batch) ? [] : toolsIn(bodyText(batch))));
  const errors = error_json === null ? [] : [decodeStrict<{ code: string }>(error_json).code];
  const { tags } = decodeStrict<JsonObject>(metadata_json);
  return { tools, errors, tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [] };
}

const takeEarlier = statement<{ limit: number }, FoundByWords>(
  `UPDATE runs SET counted = ${COUNTED}
   WHERE ordinal IN (SELECT ordinal FROM runs WHERE counted = ${COUNTED_ONLY} ORDER BY ordinal DESC LIMIT $limit)
     AND counted = ${COUNTED_ONLY}
   RETURNING ${wordsColumns}`,
);

/** Few enough that others are not kept waiting. */
const AT_ONCE = 100;
const TIMES = 100;

/** Indexes runs that ended under an earlier version, the newest first, some at each call. */
export async function indexEarlierRuns(database: Database): Promise<void> {
  for (let time = 0; time < TIMES; time++) {
    const done = await database.write(async (queries) => {
      const runs = await queries.all(takeEarlier, { limit: AT_ONCE });
      await indexWords(queries, runs);
      return runs.length;
    });
    if (done < AT_ONCE) return;
  }
}
