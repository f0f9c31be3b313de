import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { inRun, placesFrom, rowOfRun } from '../rows/run-places.ts';

const readLastSeq = statement<{ runId: string }, { last_seq: number | null }>(
  `SELECT MAX(place) - ${placesFrom(rowOfRun)} AS last_seq FROM event_batches WHERE ${inRun(rowOfRun)}`,
);

/** Number of the run's last event; 0 when it has none. */
export async function lastSeq(queries: Queries, runId: string): Promise<number> {
  return (await queries.first(readLastSeq, { runId }))?.last_seq ?? 0;
}
