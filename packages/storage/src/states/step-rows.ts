// The steps of a conversation lie side by side under one integer key, their place: the number of the conversation's
// row, and the number of the step in the conversation, from 1. SQLite keeps such a table as a single tree.
import type { StepRecord } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isoTime } from '../iso-time.ts';
import { unfinished } from '../rows/run-row.ts';
import { bytesOf, textOf } from '../stored-bytes.ts';

/** More steps than a conversation can have. */
export const perConversation = 2 ** 23;

// Of a row of `steps`, `base` is the number of the step that `data` builds on, `NULL` where it is a whole state; `run`
// is the row of the run that took the step, `source` is `NULL` for those; `version` is that of the state's form.

const firstPlace = (conversation: string): string => `CAST(${conversation} AS BIGINT) * ${perConversation}`;
const inConversation = (conversation: string, place = 'place'): string =>
  `${place} > ${firstPlace(conversation)} AND ${place} < ${firstPlace(conversation)} + ${perConversation}`;
/** The number of the row of the conversation called `$conversationId`. */
const named = '(SELECT ordinal FROM conversations WHERE id = $conversationId)';

export const numberAt = (place: number): number => place % perConversation;

/** A step's row without its data. */
export type StepRow = {
  place: number;
  source: string | null;
  node: string | null;
  run_id: string | null;
  created_at: number;
  parent: number | null;
  parent_created_at: number | null;
};

const selectRows = `SELECT s.place, s.source, s.node, r.id AS run_id, s.created_at, p.place AS parent,
    p.created_at AS parent_created_at
  FROM steps s LEFT JOIN runs r ON r.ordinal = s.run
  LEFT JOIN steps p ON p.place = CASE s.source WHEN 'fork' THEN ${firstPlace(named)} + s.base ELSE
    (SELECT MAX(q.place) FROM steps q WHERE q.place < s.place AND q.place > ${firstPlace(named)}) END`;

type Conversation = { conversationId: string };

export const latestRow = statement<Conversation, StepRow>(
  `${selectRows} WHERE s.place = (SELECT MAX(place) FROM steps WHERE ${inConversation(named)})`,
);
export const rowAt = statement<Conversation & { number: number; createdAt: number }, StepRow>(
  `${selectRows} WHERE s.place = ${firstPlace(named)} + CAST($number AS BIGINT) AND s.created_at = $createdAt`,
);
export const rowsOfConversation = statement<Conversation & { after: number; limit: number }, StepRow>(
  `${selectRows} WHERE ${inConversation(named, 's.place')} AND s.place > $after ORDER BY s.place LIMIT $limit`,
);
export const rowsBefore = statement<Conversation & { before: number; limit: number }, StepRow>(
  `${selectRows} WHERE ${inConversation(named, 's.place')} AND s.place < $before ORDER BY s.place DESC LIMIT $limit`,
);
export const rowsOfRun = statement<Conversation & { after: number; limit: number; runId: string }, StepRow>(
  `${selectRows} WHERE ${inConversation(named, 's.place')} AND s.place > $after AND r.id = $runId
     AND (s.source IS NULL OR s.source <> 'fork') ORDER BY s.place LIMIT $limit`,
);

/** What tells how the runs of a conversation follow one another. */
export type StepOrder = {
  place: number;
  source: string | null;
  base: number | null;
  run: number | null;
  created_at: number;
};

export const orderOfSteps = statement<Conversation, StepOrder>(
  `SELECT place, source, base, run, created_at FROM steps WHERE ${inConversation(named)} ORDER BY place`,
);
/** A conversation that was forked off another begins with such a step; later ones go back. */
export const laterFork = statement<Conversation, { found: number }>(
  `SELECT 1 AS found FROM steps WHERE ${inConversation(named)} AND source = 'fork'
     AND place > (SELECT MIN(place) FROM steps WHERE ${inConversation(named)}) LIMIT 1`,
);

type ChainRow = {
  place: number;
  base: number | null;
  run: number | null;
  version: number;
  created_at: number;
  data: Uint8Array;
};

const chained = 'place, base, run, version, created_at, data';
const chainTo = statement<{ place: number; first: number }, ChainRow>(
  `SELECT ${chained} FROM (
     WITH RECURSIVE chain AS (
       SELECT ${chained} FROM steps WHERE place = $place
       UNION ALL
       SELECT b.place, b.base, b.run, b.version, b.created_at, b.data
       FROM chain JOIN steps b ON b.place = CAST($first AS BIGINT) + chain.base
     ) SELECT ${chained} FROM chain
   ) AS rows_of_chain ORDER BY place`,
);

/** One link of what a state is made of. */
export interface StepLink {
  number: number;
  base: number | null;
  version: number;
  createdAt: number;
  text: string;
}

/** Reads the text of a step that was moved to the archive. */
export type ReadMoved = (run: number, step: number) => Promise<string | undefined>;

/** The steps that the state at a place is made of, oldest first. */
export async function readChain(
  queries: Queries,
  place: number,
  readMoved: ReadMoved = async () => undefined,
): Promise<StepLink[]> {
  const rows = await queries.all(chainTo, { place, first: place - numberAt(place) });
  return toLinks(rows, readMoved);
}

async function toLinks(rows: readonly ChainRow[], readMoved: ReadMoved): Promise<StepLink[]> {
  const links: StepLink[] = [];
  for (const { run, ...row } of rows) {
    const number = numberAt(row.place);
    const moved = row.data.length === 0 && run !== null ? await readMoved(run, number) : undefined;
    const { base, version, created_at: createdAt } = row;
    links.push({ number, base, version, createdAt, text: moved ?? textOf(row.data) });
  }
  return links;
}

const linksBetween = statement<{ first: number; last: number }, ChainRow>(
  `SELECT ${chained} FROM steps WHERE place >= $first AND place <= $last ORDER BY place`,
);

/** The steps from one place to another, oldest first. */
export async function readLinks(
  queries: Queries,
  places: { first: number; last: number },
  readMoved: ReadMoved,
): Promise<StepLink[]> {
  return toLinks(await queries.all(linksBetween, places), readMoved);
}

export const headPlace = statement<{ conversation: number }, { place: number | null }>(
  `SELECT MAX(place) AS place FROM steps WHERE ${inConversation('$conversation')}`,
);

/** A step to be stored, whoever takes it. */
export type NewStep = {
  number: number;
  base: number | null;
  source: string | null;
  node: string | null;
  version: number;
  data: Uint8Array;
  /** The step that it follows, 0 where there is none, and when that was stored. */
  head: number;
  headCreatedAt: number;
};

/** Whether the step that it follows is still the last one. */
export const followsHead = (conversation: string): string =>
  `COALESCE((SELECT MAX(place) FROM steps WHERE ${inConversation(conversation)}),
       ${firstPlace(conversation)}) = ${firstPlace(conversation)} + CAST($head AS BIGINT)
     AND COALESCE((SELECT created_at FROM steps
       WHERE place = ${firstPlace(conversation)} + CAST($head AS BIGINT)), 0) = CAST($headCreatedAt AS BIGINT)`;

/** To be completed by where the two come from. */
export const insertStepOf = ({ conversation, run }: { conversation: string; run: string }): string =>
  `INSERT INTO steps (place, base, run, source, node, version, created_at, data)
   SELECT ${firstPlace(conversation)} + CAST($number AS BIGINT), CAST($base AS INTEGER), CAST(${run} AS BIGINT),
     CAST($source AS TEXT), CAST($node AS TEXT), CAST($version AS INTEGER), NOW_MS, CAST($data AS BYTES)`;

export const insertRow = statement<
  NewStep & { conversation: number; run: number | null },
  { created_at: number }
>(
  `${insertStepOf({ conversation: '$conversation', run: '$run' })}
   WHERE ${followsHead('$conversation')} RETURNING created_at`,
);

const placesOfChain = statement<{ conversation: number }, { place: number }>(
  `SELECT place FROM (
     WITH RECURSIVE chain AS (
       SELECT place, base FROM steps
       WHERE place = (SELECT MAX(place) FROM steps WHERE ${inConversation('$conversation')})
       UNION ALL
       SELECT b.place, b.base FROM chain JOIN steps b ON b.place = ${firstPlace('$conversation')} + chain.base
     ) SELECT place FROM chain
   ) AS places`,
);
const dataOfRun = statement<{ conversation: number; run: number }, { place: number; data: Uint8Array }>(
  `SELECT place, data FROM steps WHERE ${inConversation('$conversation')} AND run = $run ORDER BY place`,
);
const setData = statement<{ conversation: number; step: number; data: Uint8Array }>(
  `UPDATE steps SET data = $data WHERE place = ${firstPlace('$conversation')} + CAST($step AS BIGINT)`,
);

/** The numbers of the steps that the latest state is made of. */
export async function placesOfHead(queries: Queries, conversation: number): Promise<Set<number>> {
  const rows = await queries.all(placesOfChain, { conversation });
  return new Set(rows.map(({ place }) => numberAt(place)));
}

type StepText = { step: number; text: string };

export async function stepsOfRun(
  queries: Queries,
  { conversation, run }: { conversation: number; run: number },
): Promise<StepText[]> {
  const rows = await queries.all(dataOfRun, { conversation, run });
  return rows.map(({ place, data }) => ({ step: numberAt(place), text: textOf(data) }));
}

/** Their texts are in the archive: an empty one is none that a step can have. */
export async function emptySteps(
  queries: Queries,
  conversation: number,
  steps: readonly number[],
): Promise<void> {
  for (const step of steps) await queries.run(setData, { conversation, step, data: new Uint8Array() });
}

export async function refillSteps(
  queries: Queries,
  conversation: number,
  steps: readonly StepText[],
): Promise<void> {
  for (const { step, text } of steps) await queries.run(setData, { conversation, step, data: bytesOf(text) });
}

const removeOfConversation = statement<Conversation>(`DELETE FROM steps WHERE ${inConversation(named)}`);
const removeOfRun = statement<Conversation & { runId: string }>(
  `DELETE FROM steps WHERE ${inConversation(named)} AND run = (SELECT ordinal FROM runs WHERE id = $runId)`,
);
type RunPlace = { tenantId: string; conversationId: string; id: string };
const releaseFromRun = statement<RunPlace>(
  `UPDATE steps SET run = NULL WHERE ${inConversation(named)}
     AND run = (SELECT ordinal FROM runs WHERE id = $id AND tenant_id = $tenantId AND NOT (${unfinished}))`,
);

/** These three work inside the caller's transaction. */
export async function removeSteps(queries: Queries, conversationId: string): Promise<void> {
  await queries.run(removeOfConversation, { conversationId });
}

/** The conversation is as it was before the run: what a run stored is always the end of its conversation. */
export async function removeStepsOfRun(
  queries: Queries,
  conversationId: string,
  runId: string,
): Promise<void> {
  await queries.run(removeOfRun, { conversationId, runId });
}

/** The steps stay when a run that has ended is removed; its number can be given to a later one, so they must not keep it. */
export async function releaseSteps(queries: Queries, place: RunPlace): Promise<void> {
  await queries.run(releaseFromRun, place);
}

/** The time keeps the id of a step that was undone from meaning the one that took its number. */
export const checkpointId = (place: number, createdAt: number): string =>
  `${numberAt(place)}-${createdAt.toString(36)}`;

export function readCheckpointId(id: string): { number: number; createdAt: number } | undefined {
  const [, number = '', createdAt = ''] = /^(\d{1,7})-([\da-z]{1,10})$/.exec(id) ?? [];
  return number === '' ? undefined : { number: Number(number), createdAt: Number.parseInt(createdAt, 36) };
}

export function toStepRecord(row: StepRow): StepRecord {
  const { parent, parent_created_at: parentCreatedAt } = row;
  return {
    checkpointId: checkpointId(row.place, row.created_at),
    parentId: parent === null || parentCreatedAt === null ? null : checkpointId(parent, parentCreatedAt),
    step: numberAt(row.place),
    source: row.source === 'fork' || row.source === 'update' ? row.source : 'loop',
    node: row.node,
    runId: row.run_id,
    time: isoTime(row.created_at),
  };
}
