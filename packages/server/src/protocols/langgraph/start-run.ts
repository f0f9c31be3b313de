import { randomUUID } from 'node:crypto';
import {
  CadenceError,
  type HandoffAnswer,
  type JsonObject,
  type LangGraphNewRun,
  type Message,
  messageSchema,
  toneSchema,
} from '@cadence/contracts';
import { conversationState } from '@cadence/storage/checkpoints';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demandScope, ownerOf } from '../../app/access/principal.ts';
import { splitTurn } from '../../app/client-messages.ts';
import { answerWaiting, type StartedRun, waitingRun } from '../../app/waiting-run.ts';
import { beginConversation } from '../../begin-conversation.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { invalidInput } from '../../http/implement.ts';
import { findConversation } from '../native/conversations.ts';
import { refuseForeign } from '../native/messages.ts';
import { readLangChain } from './langchain-messages.ts';
import { addMessages } from './states.ts';

/** Starts a run on a thread, on a new one when none is named, or has the one go on that waits for a person. */
export async function startRun(
  context: ApiContext,
  request: FastifyRequest,
  body: LangGraphNewRun,
  threadId: string | undefined,
): Promise<StartedRun> {
  const { cadence } = context;
  const owner = ownerOf(request.principal);
  demandScope(request.principal, body.assistant_id);
  if (threadId !== undefined) await mayUseThread(context, request, body, threadId);
  const waiting = threadId === undefined ? undefined : await waitingRun(cadence, owner.tenantId, threadId);
  if (body.command && body.command.resume !== undefined) {
    if (!waiting) throw nothingToResume(threadId);
    return answerWaiting(cadence, request, waiting, readAnswer(body.command.resume, waiting.handoff.id));
  }
  const conversationId = threadId ?? randomUUID();
  const turnId = randomUUID();
  const { message, earlier } = splitTurn(
    readLangChain(body.input, 'body.input'),
    turnId,
    'body.input.messages',
  );
  if (earlier.length > 0) {
    await cadence.workflows.find(owner.tenantId, body.assistant_id);
    await beginConversation(cadence, owner, {
      id: conversationId,
      question: message,
      messages: [],
    });
    await addUnknown(context, conversationId, earlier);
  }
  // Here a new message leaves an open question behind; queued after it, it would wait for ever.
  const strategy = body.multitask_strategy ?? 'enqueue';
  const onBusy = waiting && strategy === 'enqueue' ? 'interrupt' : strategy;
  const key = idempotencyKey(request);
  const run = await cadence.send({
    conversationId,
    message,
    workflowId: body.assistant_id,
    owner,
    onBusy,
    ...settingsIn(body),
    metadata: {
      ...body.metadata,
      langgraph: { stream_mode: body.stream_mode ?? ['values'], multitask_strategy: strategy },
    },
    ...(key !== undefined && { idempotencyKey: key }),
  });
  return { run, afterSeq: 0 };
}

async function mayUseThread(
  context: ApiContext,
  request: FastifyRequest,
  { if_not_exists }: LangGraphNewRun,
  threadId: string,
): Promise<void> {
  if (if_not_exists === 'create') await refuseForeign(context, request, threadId);
  else await findConversation(context, request.principal, threadId);
}

/** Clients may send all that they know; what the thread has already is not added again. */
async function addUnknown({ cadence }: ApiContext, id: string, messages: readonly Message[]): Promise<void> {
  const state = await conversationState(cadence.database, id);
  const known = new Set(
    messageSchema
      .array()
      .parse(state?.values.messages ?? [])
      .map((message) => message.id),
  );
  const unknown = messages.filter((message) => !known.has(message.id));
  if (unknown.length > 0) await addMessages(cadence, id, unknown);
}

const settingsSchema = z.looseObject({
  tone: toneSchema.optional(),
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
