import { CadenceError } from '@cadence-agents/contracts';
import type { RunContent } from '../archive/archived-run.ts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { removeBatches } from '../events/remove-batches.ts';
import { lockConversation } from '../rows/conversation-lock.ts';
import { unfinished } from '../rows/run-row.ts';
import { refillSteps, releaseSteps } from '../states/step-rows.ts';
import { countBeforeRemoval } from './count-ended.ts';

type Place = { tenantId: string; conversationId: string; id: string };

const removeItsBatches = removeBatches<Place>(
  `r.id = $id AND r.tenant_id = $tenantId AND r.conversation_id = $conversationId AND NOT (${unfinished})`,
);
const remove = statement<Place>(
  `DELETE FROM runs
   WHERE id = $id AND tenant_id = $tenantId AND conversation_id = $conversationId AND NOT (${unfinished})`,
);

type Moved = { conversation: number; moved_at: number | null };
const movedRun = statement<Place, Moved>(
  `SELECT c.ordinal AS conversation, a.moved_at FROM runs r JOIN conversations c ON c.id = r.conversation_id
   JOIN archives a ON a.run = r.ordinal
   WHERE r.id = $id AND r.tenant_id = $tenantId AND r.conversation_id = $conversationId AND a.moved_at IS NOT NULL`,
);

/**
 * Removes the record, the events and the ledger of a run that has ended; what it did to the conversation stays, and comes
 * back from the archive if it was moved there. Inside the caller's transaction; false when `moved` is to be had first.
 */
export async function removeRun(
  queries: Queries,
  place: Place,
  moved: RunContent | undefined,
): Promise<boolean> {
  await lockConversation(queries, place.conversationId);
  const found = await queries.first(movedRun, place);
  if (found && !moved) return false;
  if (found && moved) await refillSteps(queries, found.conversation, moved.steps);
  await countBeforeRemoval(queries, place.conversationId);
  await removeItsBatches(queries, place);
  await releaseSteps(queries, place);
  if ((await queries.run(remove, place)) > 0) return true;
  throw new CadenceError('CONVERSATION_BUSY', `The run "${place.id}" has not ended.`, {
    hint: 'Cancel it first.',
  });
}
