import { CadenceError, type NewRun } from '@cadence-agents/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { openRuns } from '../rows/conversation-lock.ts';
import type { RunRow } from '../rows/run-row.ts';
import { removeStepsOfRun } from '../states/step-rows.ts';
import { cancelWaiting } from './cancel-waiting.ts';

const unfinishedRuns = statement<{ conversationId: string }, Pick<RunRow, 'id' | 'status' | 'attempt'>>(
  `SELECT runs.id, status, attempt FROM conversations JOIN runs ON conversation_id = conversations.id AND ${openRuns}
   WHERE conversations.id = $conversationId ORDER BY position`,
);
const askToStop = statement<{ id: string; rollback: number }>(
  `UPDATE runs SET cancel_requested = 1, rollback_requested = CASE WHEN $rollback = 1 THEN 1 ELSE rollback_requested END
   WHERE id = $id`,
);

/** Does what the message asks to be done with the runs before it. A run that waits for a person is one of them. */
export async function makeWay(
  queries: Queries,
  run: Pick<NewRun, 'conversationId' | 'onBusy'>,
): Promise<void> {
  const { conversationId, onBusy } = run;
  if (onBusy === 'enqueue') return;
  const before = await queries.all(unfinishedRuns, { conversationId });
  if (onBusy === 'reject' && before.length > 0) throw busy(conversationId);
  const rollback = onBusy === 'rollback';
  for (const { id, status, attempt } of before) {
    if (status === 'running') {
      await queries.run(askToStop, { id, rollback: rollback ? 1 : 0 });
      continue;
    }
    await cancelWaiting(queries, id);
    if (rollback && attempt > 0) await removeStepsOfRun(queries, conversationId, id);
  }
}

function busy(conversationId: string): CadenceError {
  return new CadenceError('CONVERSATION_BUSY', `The conversation "${conversationId}" is at work.`, {
    hint: 'Send the message again when it has answered, or with onBusy "enqueue", "interrupt" or "rollback".',
    details: { conversationId },
  });
}
