import { CadenceError, type RunEvent } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { LeasedRun } from '../runs/lease.ts';
import { inRun, perRun, placesFrom } from '../runs/run-places.ts';
import { encodeEvents } from './event-batch.ts';
import { type StoredBody, storedBody } from './stored-body.ts';

const lastPlace = `COALESCE((SELECT MAX(place) FROM event_batches WHERE ${inRun('$run')}), ${placesFrom('$run')})`;

type BatchParams = { run: number; firstSeq: number; lastSeq: number; calls: string | null } & StoredBody;

const appendBatch = statement<BatchParams>(
  `INSERT INTO event_batches (place, first_seq, calls, body, packed)
   SELECT ${placesFrom('$run')} + CAST($lastSeq AS INTEGER), CAST($firstSeq AS INTEGER), CAST($calls AS TEXT),
     CAST($body AS TEXT), CAST($packed AS BYTES)
   WHERE ${placesFrom('$run')} + CAST($firstSeq AS INTEGER) = 1 + ${lastPlace}`,
);
// Calls that no event tells of: they were told before a crash.
const addCalls = statement<{ run: number; calls: string; body: string }>(
  `INSERT INTO event_batches (place, first_seq, calls, body)
   SELECT ${lastPlace}, 1, CAST($calls AS TEXT), CAST($body AS TEXT) WHERE 1 = 1
   ON CONFLICT (place) DO UPDATE SET
     calls = CASE WHEN event_batches.calls IS NULL THEN excluded.calls
       ELSE event_batches.calls || ',' || excluded.calls END`,
);

/** Appends to a run's log, inside a transaction of a caller that has made sure of the lease. */
export async function appendEvents(
  queries: Queries,
  { id: runId, ordinal: run }: Pick<LeasedRun, 'id' | 'ordinal'>,
  events: readonly RunEvent[],
  calls: readonly string[] = [],
): Promise<void> {
  const first = events[0];
  if (!first) {
    if (calls.length > 0)
      await queries.run(addCalls, { run, calls: calls.join(','), body: encodeEvents([]) });
    return;
  }
  const stray = events.findIndex((event, index) => event.seq !== first.seq + index || event.runId !== runId);
  if (stray >= 0) throw outOfOrder(runId, events[stray]?.seq);
  const lastSeq = first.seq + events.length - 1;
  if (lastSeq >= perRun) throw tooManyEvents(runId);
  const appended = await queries.run(appendBatch, {
    run,
    firstSeq: first.seq,
    lastSeq,
    calls: calls.length > 0 ? calls.join(',') : null,
    ...storedBody(encodeEvents(events)),
  });
  if (appended === 0) throw outOfOrder(runId, first.seq);
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
