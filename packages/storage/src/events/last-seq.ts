import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const readLastSeq = statement<{ runId: string }, { last_seq: number | null }>(
  'SELECT MAX(last_seq) AS last_seq FROM run_events WHERE run_id = $runId',
);

/** Number of the run's last event; 0 when it has none. */
export async function lastSeq(queries: Queries, runId: string): Promise<number> {
  return (await queries.first(readLastSeq, { runId }))?.last_seq ?? 0;
}
