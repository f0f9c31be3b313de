import { randomUUID } from 'node:crypto';
import { CadenceError, type Message, type RunRecord } from '@cadence/contracts';
import type { OpenedStore } from '@cadence/storage';
import {
  type CheckpointSummary,
  checkpointsOf,
  conversationState,
  forkConversation,
  latestCheckpoint,
} from '@cadence/storage/checkpoints';

type Database = OpenedStore['database'];
type ForkedRun = Pick<RunRecord, 'id' | 'conversationId'>;

/** The steps that a run took, oldest first; a step stands for the state after it. */
export function stepsOf(database: Database, { id, conversationId }: ForkedRun): Promise<CheckpointSummary[]> {
  return checkpointsOf(database, conversationId, id);
}

/** A step by its number in the conversation, or by its id. */
export async function findStep(
  database: Database,
  run: ForkedRun,
  numberOrId: string,
): Promise<CheckpointSummary> {
  const steps = await stepsOf(database, run);
  const found = steps.findLast(
    ({ step, checkpointId }) => String(step) === numberOrId || checkpointId === numberOrId,
  );
  if (found) return found;
  const [first, last] = [steps.at(0)?.step, steps.at(-1)?.step];
  throw new CadenceError('INPUT_INVALID', `The run "${run.id}" has no step "${numberOrId}".`, {
    hint:
      first === undefined
        ? 'It has taken no step yet.'
        : `It has the steps ${first} to ${last}; "cadence run show ${run.id}" lists them.`,
  });
}

/** The messages of the conversation as they were after a step. */
export async function messagesAfter(
  database: Database,
  run: ForkedRun,
  { checkpointId }: CheckpointSummary,
): Promise<unknown> {
  const state = await conversationState(database, run.conversationId, checkpointId);
  return state?.values.messages ?? [];
}

/** A new conversation that starts with what a run's had after a step. The run and its conversation stay as they are. */
export async function forkRun(
  database: Database,
  run: ForkedRun,
  { checkpointId }: CheckpointSummary,
  messages?: readonly Message[],
): Promise<string> {
  const newConversationId = randomUUID();
  const edits = messages ? { messages } : {};
  await database.write(
    (queries) =>
      forkConversation(queries, {
        conversationId: run.conversationId,
        checkpointId,
        newConversationId,
        edits,
      }),
    { durable: true },
  );
  return newConversationId;
}

/** Whether anything was said in a conversation; one that was forked off has steps before it has a run. */
export async function knowsConversation(
  { store, database }: Pick<OpenedStore, 'store' | 'database'>,
  tenantId: string,
  id: string,
): Promise<boolean> {
  if (await store.conversations.get(tenantId, id)) return true;
  return (await latestCheckpoint(database, id)) !== undefined;
}
