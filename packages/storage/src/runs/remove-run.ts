import { CadenceError } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { removeBatches } from '../events/remove-batches.ts';
import { lockConversation } from '../rows/conversation-lock.ts';
import { unfinished } from '../rows/run-row.ts';
import { releaseSteps } from '../states/step-rows.ts';

type Place = { tenantId: string; conversationId: string; id: string };

const removeItsBatches = removeBatches<Place>(
  `r.id = $id AND r.tenant_id = $tenantId AND r.conversation_id = $conversationId AND NOT (${unfinished})`,
);
const remove = statement<Place>(
  `DELETE FROM runs
   WHERE id = $id AND tenant_id = $tenantId AND conversation_id = $conversationId AND NOT (${unfinished})`,
);

/**
 * Removes the record, the events and the ledger of a run that has ended; what it did to the conversation stays. Inside
 * the caller's transaction.
 */
export async function removeRun(queries: Queries, place: Place): Promise<void> {
  await lockConversation(queries, place.conversationId);
  await removeItsBatches(queries, place);
  await releaseSteps(queries, place);
  if ((await queries.run(remove, place)) > 0) return;
  throw new CadenceError('CONVERSATION_BUSY', `The run "${place.id}" has not ended.`, {
    hint: 'Cancel it first.',
  });
}
