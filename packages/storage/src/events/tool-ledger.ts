import type { ToolLedger } from '@cadence-agents/contracts';
import type { Archive } from '../archive/archive.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import { inRun, rowOfRun } from '../rows/run-places.ts';
import { entriesOf } from './call-record.ts';
import { callsIn } from './event-batch.ts';
import { bodyText, isMoved, type StoredBody } from './stored-body.ts';

const batchesWithCalls = statement<{ runId: string }, StoredBody>(
  `SELECT body, packed FROM event_batches WHERE ${inRun(rowOfRun)} AND has_calls = 1 ORDER BY place`,
);

/** Calls are kept with the events that tell of them. */
export function createToolLedger(database: Database, archive: Archive): ToolLedger {
  return {
    async entries(runId) {
      if (!isExactText(runId)) return new Map();
      const batches = await database.all(batchesWithCalls, { runId });
      const moved = batches.some(isMoved) ? ((await archive.run(runId))?.batches ?? []) : undefined;
      const bodies =
        moved?.filter(({ hasCalls }) => hasCalls).map(({ body }) => body) ?? batches.map(bodyText);
      return entriesOf(bodies.flatMap(callsIn));
    },
  };
}
