// For the command line: the steps of a run, and conversations that start from one.
import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  localOwner,
  type Message,
  type RunRecord,
  type StepRecord,
  type Store,
} from '@cadence/contracts';

type ForkedRun = Pick<RunRecord, 'id' | 'conversationId'>;

/** The steps that a run took, oldest first; a step stands for the state after it. */
export function stepsOf({ states }: Store, { id, conversationId }: ForkedRun): Promise<StepRecord[]> {
  return states.list(conversationId, { runId: id });
}

/** A step by its number in the conversation, or by its id. */
export async function findStep(store: Store, run: ForkedRun, numberOrId: string): Promise<StepRecord> {
  const steps = await stepsOf(store, run);
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
  { states }: Store,
  run: ForkedRun,
  { checkpointId }: StepRecord,
): Promise<Message[]> {
  return (await states.at(run.conversationId, checkpointId))?.messages ?? [];
}

/** A new conversation that starts with what a run's had after a step. The run and its conversation stay as they are. */
export async function forkRun(
  { states }: Store,
  run: ForkedRun,
  { checkpointId }: StepRecord,
  messages?: readonly Message[],
): Promise<string> {
  const conversationId = randomUUID();
  await states.fork({
    ...localOwner,
    from: { conversationId: run.conversationId, checkpointId },
    conversationId,
    ...(messages && { messages }),
  });
  return conversationId;
}

/** Whether anything was said in a conversation. */
export async function knowsConversation(store: Store, tenantId: string, id: string): Promise<boolean> {
  return (await store.conversations.get(tenantId, id)) !== undefined;
}
