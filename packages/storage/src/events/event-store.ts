import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, RunEvent, RunRecord } from '@cadence/contracts';
import type { Archive } from '../archive/archive.ts';
import type { ArchivedBatch } from '../archive/archived-run.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { inRun, placesFrom, rowOfRun } from '../rows/run-places.ts';
import { decodeEvents } from './event-batch.ts';
import { lastSeq } from './last-seq.ts';
import { bodyText, isMoved, type StoredBody } from './stored-body.ts';

type BatchRow = { first_seq: number; last_seq: number } & StoredBody;

const readBatches = statement<{ runId: string; afterSeq: number; limit: number }, BatchRow>(
  // The row by a query of its own: PostgreSQL would join by walking all places in their order.
  `SELECT first_seq, place - ${placesFrom(rowOfRun)} AS last_seq, body, packed FROM event_batches
   WHERE place > ${placesFrom(rowOfRun)} + CAST($afterSeq AS INTEGER) AND ${inRun(rowOfRun)}
   ORDER BY place LIMIT $limit`,
);

const findStatus = statement<{ runId: string }, { status: RunRecord['status'] }>(
  'SELECT status FROM runs WHERE id = $runId',
);

// Bounds what one query holds in memory.
const batchesAtOnce = 100;

export function createEventStore(database: Database, archive: Archive): EventStore {
  const batchesAt = async (row: BatchRow, runId: string): Promise<Omit<ArchivedBatch, 'hasCalls'>[]> => {
    if (isMoved(row)) return (await archive.run(runId))?.batches ?? [];
    return [{ firstSeq: row.first_seq, lastSeq: row.last_seq, body: bodyText(row) }];
  };
  return {
    async read(runId, afterSeq, limit = Number.POSITIVE_INFINITY) {
      const events: RunEvent[] = [];
      if (!isExactText(runId)) return events;
      let seen = afterSeq;
      while (events.length < limit) {
        const batches = await database.all(readBatches, {
          runId,
          afterSeq: seen,
          limit: Math.min(limit, batchesAtOnce),
        });
        for (const batch of batches) {
          for (const { firstSeq, lastSeq: last, body } of await batchesAt(batch, runId)) {
            if (events.length >= limit) break;
            if (last <= seen) continue;
            events.push(...decodeEvents(runId, firstSeq, body).slice(Math.max(0, seen + 1 - firstSeq)));
            seen = last;
          }
        }
        if (batches.length < batchesAtOnce) break;
        // SQLite answers at once, and a long run would be read without a pause.
        await nextTurn();
      }
      return events.length > limit ? events.slice(0, limit) : events;
    },

    async lastSeq(runId) {
      return isExactText(runId) ? lastSeq(database, runId) : 0;
    },

    async statusOf(runId) {
      return isExactText(runId) ? (await database.first(findStatus, { runId }))?.status : undefined;
    },
  };
}
