import { createHash, randomUUID } from 'node:crypto';
import { type OpenAiChatRequest, type Owner, openAiEndpoints } from '@cadence/contracts';
import type { FastifyRequest } from 'fastify';
import { ownerOf } from '../../app/access/principal.ts';
import { demandScope } from '../../app/access/reach.ts';
import type { AppContext } from '../../app/app-context.ts';
import { answerWaiting, type StartedRun, waitingRun } from '../../app/handoffs.ts';
import { sendMessage } from '../../app/send-message.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { conversationIdIn, readMessages } from './read-chat-request.ts';

export async function startTurn(
  context: AppContext,
  request: FastifyRequest,
  body: OpenAiChatRequest,
): Promise<StartedRun> {
  const { principal } = request;
  demandScope(principal, body.model);
  const key = idempotencyKey(request);
  const known = conversationIdIn(body, request);
  const conversationId = known ?? idFor(key, ownerOf(principal));
  const { message, earlier } = readMessages(body.messages, conversationId);
  const waiting = known === undefined ? undefined : await waitingRun(context, principal, known);
  // What the workflow asked was told as an answer; this is what the person says to it.
  if (waiting) return answerWaiting(context, principal, waiting, { text: message });
  const run = await sendMessage(context, principal, {
    conversationId,
    message,
    workflowId: body.model,
    // A conversation that is known has what was said before.
    ...(known === undefined && { earlier: { messages: earlier, ifBegun: 'ignore' } }),
    ...(body.tone && { tone: body.tone }),
    ...(body.metadata && { metadata: body.metadata }),
    ...(key !== undefined && { idempotencyKey: key }),
  });
  return { run, afterSeq: 0 };
}

/** The same request again finds the conversation that it began. */
function idFor(key: string | undefined, { tenantId, ownerId }: Owner): string {
  if (key === undefined) return randomUUID();
  return createHash('sha256')
    .update(JSON.stringify([openAiEndpoints.openAiChat.path, tenantId, ownerId, key]))
    .digest('hex');
}
