import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  givenToneSchema,
  type HandoffAnswer,
  type JsonObject,
  type LangGraphNewRun,
} from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Principal } from '../../app/access/principal.ts';
import { demandScope } from '../../app/access/reach.ts';
import type { AppContext } from '../../app/app-context.ts';
import { splitTurn } from '../../app/client-messages.ts';
import { findConversation } from '../../app/conversations.ts';
import { answerWaiting, type StartedRun, waitingRun } from '../../app/handoffs.ts';
import { invalidInput } from '../../app/invalid-input.ts';
import { sendMessage } from '../../app/send-message.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { readLangChain } from './states/langchain-messages.ts';

/** Starts a run on a thread, on a new one when none is named, or has the one go on that waits for a person. */
export async function startRun(
  context: AppContext,
  request: FastifyRequest,
  body: LangGraphNewRun,
  threadId: string | undefined,
): Promise<StartedRun> {
  const { principal } = request;
  demandScope(principal, body.assistant_id);
  const waiting = threadId === undefined ? undefined : await waitingOn(context, principal, body, threadId);
  if (body.command && body.command.resume !== undefined) {
    if (!waiting) throw nothingToResume(threadId);
    const answer = readAnswer(body.command.resume, waiting.handoff.id);
    return answerWaiting(context, principal, waiting, answer);
  }
  const said = readLangChain(body.input, 'body.input');
  const { earlier, ...asked } = splitTurn(said, randomUUID(), 'body.input.messages');
  // Here a new message leaves an open question behind; queued after it, it would wait for ever.
  const strategy = body.multitask_strategy ?? 'enqueue';
  const key = idempotencyKey(request);
  const run = await sendMessage(context, principal, {
    conversationId: threadId ?? randomUUID(),
    ...asked,
    // Clients may send all that they know.
    earlier: { messages: earlier, ifBegun: 'add' },
    workflowId: body.assistant_id,
    onBusy: waiting && strategy === 'enqueue' ? 'interrupt' : strategy,
    ...settingsIn(body),
    metadata: {
      ...body.metadata,
      langgraph: { stream_mode: body.stream_mode ?? ['values'], multitask_strategy: strategy },
    },
    ...(key !== undefined && { idempotencyKey: key }),
  });
  return { run, afterSeq: 0 };
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

const settingsSchema = z.looseObject({
  tone: givenToneSchema,
  model: z.string().min(1).max(200).optional(),
});

function settingsIn({ config, context }: LangGraphNewRun): { tone?: string; model?: string } {
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

const answerSchema = z.object({
  text: z.string().optional(),
  label: z.string().optional(),
  args: z.record(z.string(), z.record(z.string(), z.json())).optional(),
});

/** A text, a choice, `{text, label, args}`, or any of these under the id of the interrupt. */
function readAnswer(resume: unknown, interruptId: string): HandoffAnswer {
  if (typeof resume === 'string') return { text: resume };
  if (typeof resume === 'number' || typeof resume === 'boolean') return { text: String(resume) };
  if (typeof resume === 'object' && resume !== null) {
    const own = Object.entries(resume).find(([key]) => key === interruptId);
    if (own) return readAnswer(own[1], '');
    const { data } = answerSchema.safeParse(resume);
    const text = data?.text ?? data?.label;
    if (data && text !== undefined) {
      const args: Record<string, JsonObject> | undefined = data.args;
      return { text, ...(data.label !== undefined && { label: data.label }), ...(args && { args }) };
    }
  }
  throw invalidInput([
    { path: 'body.command.resume', message: 'must be a text, or an object with "text" or "label"' },
  ]);
}

function nothingToResume(threadId: string | undefined): CadenceError {
  return new CadenceError('RUN_NOT_RESUMABLE', `The thread "${threadId ?? ''}" does not wait for a person.`, {
    hint: 'Send an input instead of a command.',
  });
}
