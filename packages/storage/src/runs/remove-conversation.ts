import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { inRun, type RunRange } from '../rows/run-places.ts';
import { removeSteps } from '../states/step-rows.ts';

// The rest goes with it, by foreign keys.
const remove = statement<{ id: string }>('DELETE FROM conversations WHERE id = $id');
const removeBatches = statement<{ id: string }>(
  `DELETE FROM event_batches WHERE place IN (
     SELECT place FROM runs r JOIN event_batches ON ${inRun('r.ordinal')} WHERE r.conversation_id = $id)`,
);

const runsOf = statement<{ id: string }, { ordinal: number }>(
  'SELECT ordinal FROM runs WHERE conversation_id = $id',
);
const removeBatchesOfRun = statement<{ run: number }>(`DELETE FROM event_batches WHERE ${inRun('$run')}`);

/**
 * With its runs, their events and its states, inside the caller's transaction. The events of runs within the ranges stay,
 * to be dropped with the partitions that they are in.
 */
export async function removeConversation(
  queries: Queries,
  id: string,
  dropped: readonly RunRange[] = [],
): Promise<void> {
  await removeSteps(queries, id);
  if (dropped.length === 0) await queries.run(removeBatches, { id });
  else await removeBatchesOutside(queries, id, dropped);
  await queries.run(remove, { id });
}

async function removeBatchesOutside(
  queries: Queries,
  id: string,
  dropped: readonly RunRange[],
): Promise<void> {
  for (const { ordinal: run } of await queries.all(runsOf, { id })) {
    const isDropped = dropped.some(({ first, until }) => run >= first && run < until);
    if (!isDropped) await queries.run(removeBatchesOfRun, { run });
  }
}
