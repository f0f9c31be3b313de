// The steps of a run: looked at, kept, and gone on from in another conversation.
import { randomUUID } from 'node:crypto';
import {
  type ApiSentRequest,
  CadenceError,
  type Message,
  type RunEvent,
  type RunRecord,
  type StateRecord,
  type StepRecord,
} from '@cadence-agents/contracts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { stateAfter, stepsOf } from './conversation-states.ts';
import { findRun, type RunPlace, readEvents } from './runs.ts';
import { type MessageInput, type SendingContext, sendMessage } from './send-message.ts';

type Reading = Pick<AppContext, 'store'>;

/** Oldest first. */
export async function listSteps(
  context: Reading,
  principal: Principal,
  place: RunPlace,
): Promise<StepRecord[]> {
  return stepsOf(context, await findRun(context, principal, place));
}

/** The state after a step, which is named by its number in the conversation or by its id. */
export async function readStep(
  context: Reading,
  principal: Principal,
  { step, ...place }: RunPlace & { step: string },
): Promise<StateRecord> {
  const run = await findRun(context, principal, place);
  const { checkpointId } = await findStep(context, run, step);
  const state = await stateAfter(context, run, checkpointId);
  if (!state) throw noStep(run, step, []);
  return state;
}

/** What the model was sent in a step; `null` where none was asked. */
export async function readRequest(
  context: Reading & Pick<AppContext, 'sentRequest' | 'mask'>,
  principal: Principal,
  { step: wanted, ...place }: RunPlace & { step: string },
): Promise<ApiSentRequest> {
  const run = await findRun(context, principal, place);
  const step = await findStep(context, run, wanted);
  const before = step.parentId === null ? undefined : await stateAfter(context, run, step.parentId);
  const after = await stateAfter(context, run, step.checkpointId);
  if (!after || (step.parentId !== null && !before)) throw noStep(run, wanted, []);
  const sent = await context.sentRequest(run, before, after);
  if (!sent) return { node: step.node, request: null };
  const { speaker: _, toolChoice: __, system, note = '', messages, tools, ...rest } = sent;
  const request = {
    ...rest,
    system: context.mask(system),
    note: context.mask(note),
    messages: [...messages],
    tools: [...tools],
  };
  return { node: step.node, request };
}

/** What people look back on. */
export interface RunHistory {
  run: RunRecord;
  events: RunEvent[];
  steps: StepRecord[];
}

export async function readHistory(
  context: Reading,
  principal: Principal,
  place: RunPlace,
): Promise<RunHistory> {
  const run = await findRun(context, principal, place);
  return {
    run,
    events: await Array.fromAsync(readEvents(context, run)),
    steps: await stepsOf(context, run),
  };
}

export interface ForkInput extends RunPlace {
  /** Number of the step in the conversation, or its id. */
  step: string;
  /** What the new conversation has instead of the messages of the step. */
  messages?: readonly Message[] | undefined;
  /** Refuses a step after which no node was next. */
  goOn?: boolean | undefined;
}

export interface ForkedRun {
  run: RunRecord;
  step: StepRecord;
  conversationId: string;
}

/** A new conversation that starts with what a run's had after a step. The run and its conversation stay as they are. */
export function forkRun(
  context: Reading & Pick<AppContext, 'log'>,
  principal: Principal,
  { step: wanted, messages, goOn, ...place }: ForkInput,
): Promise<ForkedRun> {
  return audited(context, principal, 'run.fork', place.id, async () => {
    const run = await findRun(context, principal, place);
    const step = await findStep(context, run, wanted);
    if (goOn) await demandNext(context, run, step);
    const conversationId = randomUUID();
    await context.store.states.fork({
      ...ownerOf(principal),
      from: { conversationId: run.conversationId, checkpointId: step.checkpointId },
      conversationId,
      title: `Fork of ${run.input.slice(0, 60)}`,
      ...(messages && { messages }),
    });
    return { run, step, conversationId };
  });
}

async function demandNext(
  context: Reading,
  run: RunRecord,
  { step, checkpointId }: StepRecord,
): Promise<void> {
  const state = await stateAfter(context, run, checkpointId);
  if (state?.turn?.status === 'running') return;
  throw new CadenceError(
    'INPUT_INVALID',
    `The run "${run.id}" has nothing to go on with after step ${step}.`,
    {
      hint: 'Go on from an earlier step, or say something.',
    },
  );
}

/** A new conversation of the sender's that has what was said up to the end of a run that was found, for the next message. */
export async function branchAfter(context: Reading, principal: Principal, run: RunRecord): Promise<string> {
  authorize(principal, 'message.send');
  const step = (await stepsOf(context, run)).at(-1);
  const conversationId = randomUUID();
  if (!step) return conversationId;
  const from = { conversationId: run.conversationId, checkpointId: step.checkpointId };
  await context.store.states.fork({ ...ownerOf(principal), from, conversationId });
  return conversationId;
}

/** Goes on in a fork, with the workflow and the settings of the run it comes from. */
export function sendToFork(
  context: SendingContext,
  principal: Principal,
  { run, conversationId }: ForkedRun,
  message: Pick<MessageInput, 'message' | 'files'>,
): Promise<RunRecord> {
  const { workflowId, workflowVersion, tone, model } = run;
  return sendMessage(context, principal, {
    ...message,
    conversationId,
    workflowId,
    workflowVersion,
    tone,
    model,
  });
}

/** Goes on in a fork at the node that was next after the step, as if the run had come to the messages that it has. */
export function goOnInFork(
  context: SendingContext,
  principal: Principal,
  { run, conversationId }: ForkedRun,
): Promise<RunRecord> {
  const { workflowId, workflowVersion, tone, model, input } = run;
  return sendMessage(context, principal, {
    ...{ message: input, conversationId, workflowId, workflowVersion, tone, model },
    start: { turn: 'kept' },
  });
}

async function findStep(context: Reading, run: RunRecord, numberOrId: string): Promise<StepRecord> {
  const steps = await stepsOf(context, run);
  const found = steps.findLast(
    ({ step, checkpointId }) => String(step) === numberOrId || checkpointId === numberOrId,
  );
  if (!found) throw noStep(run, numberOrId, steps);
  return found;
}

function noStep({ id }: RunRecord, numberOrId: string, steps: readonly StepRecord[]): CadenceError {
  const [first, last] = [steps.at(0)?.step, steps.at(-1)?.step];
  return new CadenceError('INPUT_INVALID', `The run "${id}" has no step "${numberOrId}".`, {
    hint:
      first === undefined
        ? 'It has taken no step yet.'
        : `It has the steps ${first} to ${last}; "cadence run show ${id}" lists them.`,
  });
}
