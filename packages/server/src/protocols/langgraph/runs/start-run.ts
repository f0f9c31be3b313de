import { randomUUID } from 'node:crypto';
import { CadenceError, givenToneSchema, type LangGraphNewRun } from '@cadence-agents/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Principal } from '../../../app/access/principal.ts';
import { demandScope } from '../../../app/access/reach.ts';
import type { AppContext } from '../../../app/app-context.ts';
import { splitTurn } from '../../../app/client-messages.ts';
import { addMessages, findConversation, rewindConversation } from '../../../app/conversations.ts';
import { keepFiles } from '../../../app/given-files.ts';
import { answerWaiting, type StartedRun, type WaitingRun, waitingRun } from '../../../app/handoffs.ts';
import { invalidInput } from '../../../app/invalid-input.ts';
import { cancelRun, nextRunIn, waitForRun } from '../../../app/runs.ts';
import { type MessageInput, sendMessage } from '../../../app/send-message.ts';
import { idempotencyKey } from '../../../http/idempotency-key.ts';
import { readResume } from '../states/interrupts.ts';
import { readLangChain } from '../states/langchain-messages.ts';
import { readUpdates } from '../states/message-updates.ts';
import type { ThreadPlace, ThreadStates } from '../states/thread-states.ts';

/** Who starts a run, on which thread, and how. */
interface Start {
  context: AppContext;
  principal: Principal;
  states: ThreadStates;
  threadId: string;
  body: LangGraphNewRun;
  /** The run of the thread that waits for a person. */
  waiting: WaitingRun | undefined;
  idempotencyKey: string | undefined;
}

/** Starts a run on a thread, on a new one when none is named, or has the one go on that waits for a person. */
export async function startRun(
  context: AppContext,
  states: ThreadStates,
  request: FastifyRequest,
  body: LangGraphNewRun,
  threadId: string | undefined,
): Promise<StartedRun> {
  const { principal } = request;
  demandScope(principal, body.assistant_id);
  const waiting = threadId === undefined ? undefined : await waitingOn(context, principal, body, threadId);
  const key = idempotencyKey(request);
  const start = { context, principal, states, body, waiting, idempotencyKey: key };
  if (threadId === undefined) return send({ ...start, threadId: randomUUID() }, undefined);
  const { resume, goto } = body.command ?? {};
  const isOver = goto === '__end__' && resume === undefined;
  if (isOver) return leave(start, threadId);
  const checkpointId = checkpointIn(body);
  const goesOn = isBlank(body.input) && checkpointId === undefined && !goto;
  if (resume !== undefined || (waiting && goesOn)) return answer({ ...start, threadId });
  return send({ ...start, threadId }, checkpointId);
}

/** The run of the thread that waits for a person; a thread that is not there is refused unless it may be made. */
async function waitingOn(
  context: AppContext,
  principal: Principal,
  { if_not_exists }: LangGraphNewRun,
  threadId: string,
) {
  if (if_not_exists !== 'create') await findConversation(context, principal, threadId);
  return waitingRun(context, principal, threadId);
}

const isBlank = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'object' && Object.keys(input).length === 0);

function checkpointIn({ checkpoint, checkpoint_id, config }: LangGraphNewRun): string | undefined {
  const configured = config?.configurable?.checkpoint_id;
  const named = typeof configured === 'string' ? configured : undefined;
  return checkpoint?.checkpoint_id ?? checkpoint_id ?? named;
}

/** Ends the run that waits. */
async function leave(
  { context, principal, waiting }: Pick<Start, 'context' | 'principal' | 'waiting'>,
  threadId: string,
): Promise<StartedRun> {
  if (!waiting) throw nothingToDo(threadId);
  return { run: await cancelRun(context, principal, waiting.run), afterSeq: waiting.afterSeq };
}

async function answer({ context, principal, waiting, body, threadId }: Start): Promise<StartedRun> {
  const { resume = '', update } = body.command ?? {};
  if (!waiting) throw nothingToDo(threadId);
  const said = readResume(resume, waiting.handoff, 'body.command.resume');
  if (!isBlank(update)) {
    const thread = await findConversation(context, principal, threadId);
    const updates = await readUpdates(context, principal, thread, update, 'body.command.update');
    await addMessages(context, principal, threadId, updates);
  }
  return answerWaiting(context, principal, waiting, said);
}

async function send(start: Start, checkpointId: string | undefined): Promise<StartedRun> {
  const { context, principal, body, waiting, threadId } = start;
  const said = await whatIsSaid(start, checkpointId);
  // Here a new message leaves an open question behind; queued after it, it would wait for ever.
  const strategy = body.multitask_strategy ?? 'enqueue';
  const before = body.interrupt_before ?? undefined;
  const after = body.interrupt_after ?? undefined;
  const kept = { stream_mode: body.stream_mode ?? ['values'], multitask_strategy: strategy };
  const run = await sendMessage(context, principal, {
    conversationId: threadId,
    ...said,
    workflowId: body.assistant_id,
    onBusy: waiting && strategy === 'enqueue' ? 'interrupt' : strategy,
    ...settingsIn(body),
    ...(body.webhook && { webhook: { url: body.webhook, format: 'langgraph' as const } }),
    ...((before ?? after) && { pauses: { ...(before && { before }), ...(after && { after }) } }),
    ...(body.after_seconds && { delayMs: Math.round(body.after_seconds * 1_000) }),
    metadata: {
      ...body.metadata,
      langgraph: { ...kept, ...(checkpointId !== undefined && said.rewound && { from: checkpointId }) },
    },
    ...(start.idempotencyKey !== undefined && { idempotencyKey: start.idempotencyKey }),
  });
  return { run, afterSeq: 0 };
}

type Said = Pick<MessageInput, 'message' | 'messageId' | 'parts' | 'earlier' | 'start'> & {
  /** Whether the thread went back to a checkpoint for it. */
  rewound: boolean;
};

/** What the run begins with, once the thread stands where it is to go on from. */
async function whatIsSaid(start: Start, checkpointId: string | undefined): Promise<Said> {
  const { body, threadId } = start;
  const { goto, update } = body.command ?? {};
  const wantsInput = !isBlank(body.input);
  if (checkpointId === undefined && wantsInput && isBlank(update)) {
    return { ...(await newInput(start)), rewound: false };
  }
  const thread = await findConversation(start.context, start.principal, threadId);
  const place = await start.states.place(thread, checkpointId);
  const at = typeof goto === 'string' ? goto : undefined;
  if (!wantsInput && !place.open && at === undefined && isBlank(update)) throw nothingToDo(threadId);
  const rewound = await goTo(start, place);
  if (!isBlank(update)) {
    const updates = await readUpdates(start.context, start.principal, thread, update, 'body.command.update');
    await addMessages(start.context, start.principal, threadId, updates);
  }
  if (wantsInput) return { ...(await newInput(start)), rewound };
  const turn = at === undefined ? (place.open?.turn ?? 'new') : 'new';
  const message = place.open?.run.input ?? '';
  return { message, start: { turn, ...(at !== undefined && { at }) }, rewound };
}

async function newInput({ context, principal, body }: Start): Promise<Omit<Said, 'rewound' | 'start'>> {
  const said = await keepFiles(context, principal, readLangChain(body.input, 'body.input'));
  const { earlier, ...asked } = splitTurn(said, randomUUID(), 'body.input.messages');
  // Clients may send all that they know.
  return { ...asked, earlier: { messages: earlier, ifBegun: 'add' } };
}

/** Has the thread stand at an earlier place; false when it stands there. What is at work there is left, or refused. */
async function goTo(start: Start, place: ThreadPlace): Promise<boolean> {
  if (place.isHead) return false;
  const { context, principal, threadId, body, waiting } = start;
  const thread = await findConversation(context, principal, threadId);
  const mayStop = body.multitask_strategy === 'interrupt' || body.multitask_strategy === 'rollback';
  if (waiting) await cancelRun(context, principal, waiting.run);
  for (let run = await nextRunIn(context, thread); run && mayStop; run = await nextRunIn(context, thread))
    await waitForRun(context, await cancelRun(context, principal, run));
  await rewindConversation(context, principal, threadId, place);
  return true;
}

const settingsSchema = z.looseObject({
  tone: givenToneSchema,
  model: z.string().min(1).max(200).optional(),
});

export function settingsIn({ config, context }: Pick<LangGraphNewRun, 'config' | 'context'>): {
  tone?: string;
  model?: string;
} {
  const given = { ...config?.configurable, ...z.record(z.string(), z.unknown()).safeParse(context).data };
  const { success, data, error } = settingsSchema.safeParse(given);
  if (!success) {
    throw invalidInput(
      error.issues.map(({ path, message }) => ({
        path: ['body.config.configurable', ...path].join('.'),
        message,
      })),
    );
  }
  const { tone, model } = data;
  return { ...(tone && { tone }), ...(model !== undefined && { model }) };
}

function nothingToDo(threadId: string): CadenceError {
  return new CadenceError('RUN_NOT_RESUMABLE', `The thread "${threadId}" has nothing to go on with.`, {
    hint: 'It does not wait for a person, and no run of it was left in the middle: send an input.',
  });
}
