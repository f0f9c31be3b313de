import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { inRun } from '../rows/run-places.ts';
import { removeSteps } from '../states/step-rows.ts';

// The rest goes with it, by foreign keys.
const remove = statement<{ id: string }>('DELETE FROM conversations WHERE id = $id');
const removeBatches = statement<{ id: string }>(
  `DELETE FROM event_batches WHERE place IN (
     SELECT place FROM runs r JOIN event_batches ON ${inRun('r.ordinal')} WHERE r.conversation_id = $id)`,
);

/** With its runs, their events and its states, inside the caller's transaction. */
export async function removeConversation(queries: Queries, id: string): Promise<void> {
  await removeSteps(queries, id);
  await queries.run(removeBatches, { id });
  await queries.run(remove, { id });
}
