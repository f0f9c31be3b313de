import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventStore, RunEvent, RunRecord } from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { inRun, placesFrom, rowOfRun } from '../rows/run-places.ts';
import { decodeEvents } from './event-batch.ts';
import { lastSeq } from './last-seq.ts';
import { bodyText, type StoredBody } from './stored-body.ts';

const readBatches = statement<
  { runId: string; afterSeq: number; limit: number },
  { first_seq: number; last_seq: number } & StoredBody
>(
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

export function createEventStore(database: Database): EventStore {
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
          if (events.length >= limit) break;
          const wanted = decodeEvents(runId, batch.first_seq, bodyText(batch)).slice(
            Math.max(0, seen + 1 - batch.first_seq),
          );
          events.push(...wanted);
          seen = batch.last_seq;
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
