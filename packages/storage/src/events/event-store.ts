import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, RecordedEntry, RunEvent, RunRecord } from '@cadence-agents/contracts';
import type { Archive } from '../archive/archive.ts';
import type { ArchivedBatch } from '../archive/archived-run.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { inRun, placesFrom, rowOfRun } from '../rows/run-places.ts';
import { decodeEvents, recordedIn } from './event-batch.ts';
import { lastSeq } from './last-seq.ts';
import { bodyText, isMoved, type StoredBody } from './stored-body.ts';

type BatchRow = { first_seq: number; last_seq: number } & StoredBody;

// Bounds what one query holds in memory.
const batchesAtOnce = 100;

const readBatches = (limit: string) =>
  statement<{ runId: string; afterSeq: number; limit: number }, BatchRow>(
    // The row by a query of its own: PostgreSQL would join by walking all places in their order.
    `SELECT first_seq, place - ${placesFrom(rowOfRun)} AS last_seq, body, packed FROM event_batches
     WHERE place > ${placesFrom(rowOfRun)} + CAST($afterSeq AS INTEGER) AND ${inRun(rowOfRun)}
     ORDER BY place LIMIT ${limit}`,
  );
/**
 * The number in its words: of one that comes as a value PostgreSQL believes that it is a tenth of the table, so that it
 * plans anew for each run once the table is large, which takes ten times as long as reading the run.
 */
const nextBatches = readBatches(String(batchesAtOnce));
const fewBatches = readBatches('$limit');

const findStatus = statement<{ runId: string }, { status: RunRecord['status'] }>(
  'SELECT status FROM runs WHERE id = $runId',
);

export function createEventStore(database: Database, archive: Archive): EventStore {
  const batchesAt = async (row: BatchRow, runId: string): Promise<Omit<ArchivedBatch, 'hasCalls'>[]> => {
    if (isMoved(row)) return (await archive.run(runId))?.batches ?? [];
    return [{ firstSeq: row.first_seq, lastSeq: row.last_seq, body: bodyText(row) }];
  };
  /** A run's batches that have events after one of them, read some at a time. */
  async function* batchesOf(runId: string, afterSeq: number, limit = Number.POSITIVE_INFINITY) {
    if (!isExactText(runId)) return;
    const atOnce = Math.min(limit, batchesAtOnce);
    for (let seen = afterSeq; ; ) {
      const next = atOnce < batchesAtOnce ? fewBatches : nextBatches;
      const rows = await database.all(next, { runId, afterSeq: seen, limit: atOnce });
      for (const row of rows)
        for (const batch of await batchesAt(row, runId)) {
          if (batch.lastSeq <= seen) continue;
          seen = batch.lastSeq;
          yield batch;
        }
      if (rows.length < atOnce) return;
      // SQLite answers at once, and a long run would be read without a pause.
      await nextTurn();
    }
  }
  return {
    async read(runId, afterSeq, limit = Number.POSITIVE_INFINITY) {
      const events: RunEvent[] = [];
      for await (const { firstSeq, body } of batchesOf(runId, afterSeq, limit)) {
        events.push(...decodeEvents(runId, firstSeq, body).slice(Math.max(0, afterSeq + 1 - firstSeq)));
        if (events.length >= limit) return events.slice(0, limit);
      }
      return events;
    },

    async recorded(runId) {
      const entries: RecordedEntry[] = [];
      for await (const { body } of batchesOf(runId, -1)) entries.push(...recordedIn(body));
      return entries;
    },

    async lastSeq(runId) {
      return isExactText(runId) ? lastSeq(database, runId) : 0;
    },

    async statusOf(runId) {
      return isExactText(runId) ? (await database.first(findStatus, { runId }))?.status : undefined;
    },
  };
}
