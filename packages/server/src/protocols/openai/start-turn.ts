import { createHash, randomUUID } from 'node:crypto';
import { type OpenAiChatRequest, openAiEndpoints } from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';
import { demandScope, ownerOf } from '../../app/access/principal.ts';
import { answerWaiting, type StartedRun, waitingRun } from '../../app/waiting-run.ts';
import { beginConversation } from '../../begin-conversation.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { refuseForeign } from '../native/messages.ts';
import { conversationIdIn, readMessages } from './read-chat-request.ts';

export async function startTurn(
  context: ApiContext,
  request: FastifyRequest,
  body: OpenAiChatRequest,
): Promise<StartedRun> {
  const { cadence } = context;
  const owner = ownerOf(request.principal);
  demandScope(request.principal, body.model);
  const key = idempotencyKey(request);
  const known = conversationIdIn(body, request);
  const conversationId = known ?? idFor(key, owner.tenantId);
  const { message, earlier } = readMessages(body.messages, conversationId);
  if (known !== undefined) {
    await refuseForeign(context, request, known);
    const waiting = await waitingRun(cadence, owner.tenantId, known);
    // What the workflow asked was told as an answer; this is what the person says to it.
    if (waiting) return answerWaiting(cadence, request, waiting, { text: message });
  } else if (earlier.length > 0) {
    // Nothing is begun for a workflow that does not exist.
    await cadence.workflows.find(owner.tenantId, body.model);
    await beginConversation(cadence, owner, {
      id: conversationId,
      question: message,
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

/** The same request again finds the conversation that it began. */
function idFor(key: string | undefined, tenantId: string): string {
  if (key === undefined) return randomUUID();
  return createHash('sha256')
    .update(JSON.stringify([openAiEndpoints.openAiChat.path, tenantId, key]))
    .digest('hex');
}
