import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { removeBatches } from '../events/remove-batches.ts';
import { releaseFiles } from '../files/file-uses.ts';
import type { RunRange } from '../rows/run-places.ts';
import { removeSteps } from '../states/step-rows.ts';
import { countBeforeRemoval } from './count-ended.ts';

// The rest goes with it, by foreign keys.
const remove = statement<{ id: string }>('DELETE FROM conversations WHERE id = $id');
const removeItsBatches = removeBatches<{ id: string }>('r.conversation_id = $id');
const runsOf = statement<{ id: string }, { ordinal: number }>(
  'SELECT ordinal FROM runs WHERE conversation_id = $id',
);

/**
 * With its runs, their events and its states, inside the caller's transaction. Events need not be removed of runs that
 * are in partitions about to be dropped.
 */
export async function removeConversation(
  queries: Queries,
  id: string,
  dropped: readonly RunRange[] = [],
): Promise<void> {
  await countBeforeRemoval(queries, id);
  await releaseFiles(queries, id);
  await removeSteps(queries, id);
  if (dropped.length === 0 || !(await areWithin(queries, id, dropped))) {
    await removeItsBatches(queries, { id });
  }
  await queries.run(remove, { id });
}

async function areWithin(queries: Queries, id: string, ranges: readonly RunRange[]): Promise<boolean> {
  const runs = await queries.all(runsOf, { id });
  return runs.every(({ ordinal }) => ranges.some(({ first, until }) => ordinal >= first && ordinal < until));
}
