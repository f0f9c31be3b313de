import { decodeStrict, type JsonObject } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { mayHaveTools, toolsIn } from '../events/event-batch.ts';
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

const insertWords = {
  sqlite: statement<{ rows: string }>(
    'INSERT INTO run_words (rowid, words) SELECT value ->> 0, value ->> 1 FROM json_each($rows)',
  ),
  // Runs are looked up one by one: joined, PostgreSQL would read all of them while they are few, and go on to.
  postgres: statement<{ rows: string }>(
    `INSERT INTO run_words (run, words)
     SELECT run, array_to_tsvector(string_to_array(words, ' '))
     FROM (SELECT CAST(value ->> 0 AS BIGINT) AS run, value ->> 1 AS words
       FROM json_array_elements(CAST($rows AS JSON))) AS ended
     WHERE (SELECT ordinal FROM runs WHERE ordinal = run) IS NOT NULL ON CONFLICT (run) DO NOTHING`,
  ),
};
/** Of a longer run no more is read. */
const MOST_BATCHES = 200;
const firstBatches = (columns: string, run: string) =>
  `SELECT ${columns} FROM event_batches WHERE ${inRun(run)} ORDER BY place LIMIT ${MOST_BATCHES}`;
type FoundBatch = StoredBody & { run: number };
const batchesWithTools = {
  sqlite: statement<{ runs: string }, FoundBatch>(
    `SELECT run.value AS run, body, packed FROM json_each($runs) AS run
     JOIN event_batches ON place IN (${firstBatches('place', 'run.value')}) WHERE ${mayHaveTools}`,
  ),
  postgres: statement<{ runs: string }, FoundBatch>(
    `SELECT run, body, packed FROM (SELECT CAST(value AS BIGINT) AS run
       FROM json_array_elements_text(CAST($runs AS JSON))) AS ended
     CROSS JOIN LATERAL (${firstBatches('body, packed', 'run')}) AS batch WHERE ${mayHaveTools}`,
  ),
};

/** Inside the caller's transaction, which holds the rows of the runs. */
export async function indexWords(queries: Queries, runs: readonly FoundByWords[]): Promise<void> {
  if (runs.length === 0) return;
  const { dialect } = queries;
  const tools = await toolsOf(
    queries,
    runs.map(({ ordinal }) => ordinal),
  );
  const rows = runs.map((run) => {
    const { ordinal, tenant_id: tenantId, owner_id: ownerId, input_json, answer_json } = run;
    const texts = [input_json, answer_json].map((json) => (json === null ? '' : decodeStrict<string>(json)));
    const facts = factsOf(run, tools.get(ordinal) ?? []);
    return [ordinal, indexedWords({ tenantId, ownerId }, partOf[dialect](ordinal), texts, facts).join(' ')];
  });
  await queries.run(insertWords[dialect], { rows: JSON.stringify(rows) });
}

async function toolsOf(queries: Queries, runs: readonly number[]): Promise<Map<number, string[]>> {
  const tools = new Map<number, string[]>();
  const batches = await queries.all(batchesWithTools[queries.dialect], { runs: JSON.stringify(runs) });
  for (const { run, ...batch } of batches) {
    if (!isMoved(batch)) tools.set(run, [...(tools.get(run) ?? []), ...toolsIn(bodyText(batch))]);
  }
  return tools;
}

function factsOf({ error_json, metadata_json }: FoundByWords, tools: readonly string[]): Facts {
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
