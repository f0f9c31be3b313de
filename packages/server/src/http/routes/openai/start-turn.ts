import { createHash, randomUUID } from 'node:crypto';
import { type OpenAiChatRequest, openAiEndpoints, type RunRecord } from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';
import { beginConversation } from '../../../begin-conversation.ts';
import type { ApiContext } from '../../api-context.ts';
import { demandScope, ownerOf } from '../../guard/principal.ts';
import { idempotencyKey } from '../../idempotency-key.ts';
import { refuseForeign } from '../messages.ts';
import { conversationIdIn, readMessages } from './read-chat-request.ts';

/** The run that answers, and the last of its events that belongs to an earlier request. */
export interface StartedTurn {
  run: RunRecord;
  afterSeq: number;
}

export async function startTurn(
  context: ApiContext,
  request: FastifyRequest,
  body: OpenAiChatRequest,
): Promise<StartedTurn> {
  const { cadence } = context;
  const owner = ownerOf(request.principal);
  demandScope(request.principal, body.model);
  const key = idempotencyKey(request);
  const known = conversationIdIn(body, request);
  const conversationId = known ?? idFor(key, owner.tenantId);
  const { message, earlier } = readMessages(body.messages, conversationId);
  if (known !== undefined) {
    await refuseForeign(context, request, known);
    const answered = await answerWaiting(context, owner.tenantId, known, message);
    if (answered) return answered;
  } else if (earlier.length > 0) {
    // Nothing is begun for a workflow that does not exist.
    await cadence.workflows.find(owner.tenantId, body.model);
    await beginConversation(cadence, owner, {
      id: conversationId,
      title: message.slice(0, 80),
      messages: earlier,
    });
  }
  const run = await cadence.send({
    conversationId,
    message,
    workflowId: body.model,
    owner,
    ...(body.tone && { tone: body.tone }),
    ...(body.metadata && { metadata: body.metadata }),
    ...(key !== undefined && { idempotencyKey: key }),
  });
  return { run, afterSeq: 0 };
}

/** Where the conversation waits for a person, the message is that person's answer. */
async function answerWaiting(
  { cadence }: ApiContext,
  tenantId: string,
  conversationId: string,
  text: string,
): Promise<StartedTurn | undefined> {
  const { runs, events } = cadence.store;
  const [waiting] = await runs.list(tenantId, { conversationId, status: 'awaiting_human', limit: 1 });
  if (!waiting?.handoff) return undefined;
  const afterSeq = await events.lastSeq(waiting.id);
  return { run: await cadence.answer(waiting.handoff.id, { text }, waiting), afterSeq };
}

/** The same request again finds the conversation that it began. */
function idFor(key: string | undefined, tenantId: string): string {
  if (key === undefined) return randomUUID();
  return createHash('sha256')
    .update(JSON.stringify([openAiEndpoints.openAiChat.path, tenantId, key]))
    .digest('hex');
}
