import { CadenceError, type CallRecord, type RunCommit, type RunEvent } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { LeasedRun } from '../rows/lease.ts';
import { inRun, perRun, placesFrom } from '../rows/run-places.ts';
import { recordText } from './call-record.ts';
import { encodeEvents, withCalls } from './event-batch.ts';
import { recordedText } from './recorded-record.ts';
import { bodyText, type StoredBody, storedBody } from './stored-body.ts';

const lastPlace = (run: string) =>
  `COALESCE((SELECT MAX(place) FROM event_batches WHERE ${inRun(run)}), ${placesFrom(run)})`;

/** A batch to be stored, of whatever run. */
export type NewBatch = { firstSeq: number; lastSeq: number; hasCalls: number | null } & StoredBody;

/** To be completed by where the number of the run's row comes from. */
export const insertBatchOf = (run: string): string =>
  `INSERT INTO event_batches (place, first_seq, has_calls, body, packed)
   SELECT ${placesFrom(run)} + CAST($lastSeq AS INTEGER), CAST($firstSeq AS INTEGER), CAST($hasCalls AS INTEGER),
     CAST($body AS TEXT), CAST($packed AS BYTES)`;
/** Whether the run's last event is the one before the batch. */
export const followsEvents = (run: string): string =>
  `${placesFrom(run)} + CAST($firstSeq AS INTEGER) = 1 + ${lastPlace(run)}`;

const appendBatch = statement<NewBatch & { run: number }>(
  `${insertBatchOf('$run')} WHERE ${followsEvents('$run')}`,
);
const lastBatch = statement<{ run: number }, { place: number; first_seq: number } & StoredBody>(
  `SELECT place, first_seq, body, packed FROM event_batches WHERE ${inRun('$run')} ORDER BY place DESC LIMIT 1`,
);
const putBatch = statement<{ run: number; place: number | null; firstSeq: number } & StoredBody>(
  `INSERT INTO event_batches (place, first_seq, has_calls, body, packed)
   VALUES (COALESCE(CAST($place AS BIGINT), ${placesFrom('$run')}), $firstSeq, 1, $body, $packed)
   ON CONFLICT (place) DO UPDATE SET has_calls = 1, body = excluded.body, packed = excluded.packed`,
);

/** Appends to a run's log, inside a transaction of a caller that has made sure of the lease. */
export async function appendEvents(
  queries: Queries,
  { id: runId, ordinal: run }: Pick<LeasedRun, 'id' | 'ordinal'>,
  events: readonly RunEvent[],
  { calls = [], recorded = [] }: Pick<RunCommit, 'calls' | 'recorded'> = {},
): Promise<void> {
  if (events.length === 0) return addCalls(queries, run, calls, recorded.map(recordedText));
  const batch = batchOf(runId, events, { calls, recorded });
  const appended = await queries.run(appendBatch, { run, ...batch });
  if (appended === 0) throw outOfOrder(runId, batch.firstSeq);
}

/** Events, of which there is at least one, as a batch. */
export function batchOf(
  runId: string,
  events: readonly RunEvent[],
  { calls = [], recorded = [] }: Pick<RunCommit, 'calls' | 'recorded'>,
): NewBatch {
  const firstSeq = events[0]?.seq ?? 0;
  const stray = events.findIndex((event, index) => event.seq !== firstSeq + index || event.runId !== runId);
  if (stray >= 0) throw outOfOrder(runId, events[stray]?.seq);
  const lastSeq = firstSeq + events.length - 1;
  if (lastSeq >= perRun) throw tooManyEvents(runId);
  const records = calls.map((call) => recordText(call, events));
  return {
    firstSeq,
    lastSeq,
    hasCalls: records.length > 0 ? 1 : null,
    ...storedBody(withCalls(encodeEvents(events), [...records, ...recorded.map(recordedText)])),
  };
}

/** To the last batch, when no event tells of the calls: it was told before a crash. */
async function addCalls(
  queries: Queries,
  run: number,
  calls: readonly CallRecord[],
  recorded: readonly string[],
): Promise<void> {
  if (calls.length + recorded.length === 0) return;
  const last = await queries.first(lastBatch, { run });
  const { place = null, first_seq: firstSeq = 1 } = last ?? {};
  const records = [...calls.map((call) => recordText(call, [])), ...recorded];
  const body = storedBody(withCalls(last ? bodyText(last) : encodeEvents([]), records));
  await queries.run(putBatch, { run, place, firstSeq, ...body });
}

function tooManyEvents(runId: string): CadenceError {
  return new CadenceError('VALUE_NOT_STORABLE', `The run "${runId}" has more events than can be kept.`, {
    hint: 'Give its workflow a limit of steps or of time.',
    details: { runId, most: perRun - 1 },
  });
}

function outOfOrder(runId: string, seq: number | undefined): CadenceError {
  return new CadenceError('LEASE_LOST', `Event ${seq} does not follow the last event of run "${runId}".`, {
    hint: 'Another process has written to this run; stop working on it here.',
    details: { runId, seq },
  });
}
