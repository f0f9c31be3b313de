import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { removeBatches } from '../events/remove-batches.ts';
import { removeSteps } from '../states/step-rows.ts';

// The rest goes with it, by foreign keys.
const remove = statement<{ id: string }>('DELETE FROM conversations WHERE id = $id');
const removeItsBatches = removeBatches<{ id: string }>('r.conversation_id = $id');

/** With its runs, their events and its states, inside the caller's transaction. */
export async function removeConversation(queries: Queries, id: string): Promise<void> {
  await removeSteps(queries, id);
  await removeItsBatches(queries, { id });
  await queries.run(remove, { id });
}
