// The rows of a run that are moved to the archive. What is moved leaves empty ones in its place: one for the events, which
// has the number of the last of them, and one for each step, with all that lists of steps tell.

import {
  type ArchivedBatch,
  type ArchivedStep,
  MOST_BYTES,
  type PackedRun,
  type RunContent,
} from '../archive/archived-run.ts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { bodyText, type StoredBody } from '../events/stored-body.ts';
import { isAtRest, lockConversation } from '../rows/conversation-lock.ts';
import { inRun, perRun, placesFrom } from '../rows/run-places.ts';
import { emptySteps, placesOfHead, stepsOfRun } from '../states/step-rows.ts';
import type { DueRun } from './due-runs.ts';

type BatchRow = { place: number; first_seq: number; has_calls: number | null } & StoredBody;

const batchesAfter = statement<{ run: number; after: number; limit: number }, BatchRow>(
  `SELECT place, first_seq, has_calls, body, packed FROM event_batches
   WHERE ${inRun('$run')} AND place > CAST($after AS BIGINT) ORDER BY place LIMIT $limit`,
);
const stillDue = statement<{ archive: number; run: number }, { found: number }>(
  `SELECT 1 AS found FROM archives a JOIN runs r ON r.ordinal = a.run
   JOIN conversations ON conversations.id = r.conversation_id
   WHERE a.ordinal = $archive AND a.run = $run AND a.moved_at IS NULL AND r.ended_at IS NOT NULL AND ${isAtRest}`,
);
const removeAllButLast = statement<{ run: number; lastSeq: number }>(
  `DELETE FROM event_batches WHERE ${inRun('$run')} AND place < ${placesFrom('$run')} + CAST($lastSeq AS INTEGER)`,
);
const emptyLast = statement<{ run: number; lastSeq: number; hasCalls: number | null }>(
  `UPDATE event_batches SET first_seq = 1, has_calls = CAST($hasCalls AS INTEGER), body = NULL, packed = NULL
   WHERE place = ${placesFrom('$run')} + CAST($lastSeq AS INTEGER)`,
);
const endMove = statement<{ archive: number; sha256: string; bytes: number }>(
  'UPDATE archives SET sha256 = $sha256, bytes = $bytes, moved_at = NOW_MS WHERE ordinal = $archive',
);

const BATCHES = 100;

/** `undefined` when it is too large to be moved. */
export async function readRun(queries: Queries, due: DueRun): Promise<RunContent | undefined> {
  const { id: runId, tenantId, conversationId } = due;
  const batches = await readBatches(queries, due.run);
  const steps = await stepsOfRun(queries, due);
  const size = [...batches.map(({ body }) => body), ...steps.map(({ text }) => text)]
    .map((text) => Buffer.byteLength(JSON.stringify(text)))
    .reduce((sum, length) => sum + length + 100, 1_000);
  return size > MOST_BYTES ? undefined : { runId, tenantId, conversationId, batches, steps };
}

async function readBatches(queries: Queries, run: number): Promise<ArchivedBatch[]> {
  const batches: ArchivedBatch[] = [];
  for (let after = -1; ; ) {
    const rows = await queries.all(batchesAfter, { run, after, limit: BATCHES });
    for (const row of rows) {
      const { place, first_seq: firstSeq, has_calls: calls } = row;
      batches.push({ firstSeq, lastSeq: place % perRun, hasCalls: calls === 1, body: bodyText(row) });
    }
    if (rows.length < BATCHES) return batches;
    after = rows.at(-1)?.place ?? after;
  }
}

/** Inside a transaction. False when the run is gone, was moved by another, or its conversation is at work. */
export async function moveRows(
  queries: Queries,
  { archive, run, conversation, conversationId }: DueRun,
  content: RunContent,
  { sha256, bytes }: PackedRun,
): Promise<boolean> {
  await lockConversation(queries, conversationId);
  if (!(await queries.first(stillDue, { archive, run }))) return false;
  const { lastSeq } = content.batches.at(-1) ?? {};
  if (lastSeq !== undefined) {
    const hasCalls = content.batches.some((batch) => batch.hasCalls) ? 1 : null;
    await queries.run(removeAllButLast, { run, lastSeq });
    await queries.run(emptyLast, { run, lastSeq, hasCalls });
  }
  await emptySteps(queries, conversation, movable(content.steps, await placesOfHead(queries, conversation)));
  await queries.run(endMove, { archive, sha256, bytes: bytes.length });
  return true;
}

/** Without those that the latest state is made of. */
const movable = (steps: readonly ArchivedStep[], needed: ReadonlySet<number>): number[] =>
  steps.map(({ step }) => step).filter((step) => !needed.has(step));
