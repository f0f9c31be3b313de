import { endpoints, type RunRecord } from '@cadence/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demandScope, mayRead, ownerOf } from '../../app/access/principal.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { implement } from '../../http/implement.ts';
import { streamFrames } from '../../http/stream/event-stream.ts';
import { findConversation } from './conversations.ts';
import { runFrames } from './run-frames.ts';

export function addMessageRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cadence } = context;

  implement(app, endpoints.sendMessage, async ({ params, body }, request, reply) => {
    const { principal } = request;
    const { message, workflowId, tone, model, onBusy, metadata } = body;
    demandScope(principal, workflowId);
    await refuseForeign(context, request, params.id);
    const key = idempotencyKey(request);
    const run = await cadence.send({
      conversationId: params.id,
      message,
      workflowId,
      onBusy,
      owner: ownerOf(principal),
      ...(tone && { tone }),
      ...(model !== undefined && { model }),
      ...(metadata && { metadata }),
      ...(key !== undefined && { idempotencyKey: key }),
    });
    reply.header('content-location', `/api/v1/runs/${run.id}`);
    if (wantsEvents(request)) {
      return streamFrames(request, reply, (reader) => runFrames(cadence, run.id, 0, reader));
    }
    if (wantsNoWait(request)) return acceptedRun(reply, run);
    return cadence.wait(run.id, ownerOf(principal));
  });
}

/** Somebody else's conversation of the same tenant is not there for a key that belongs to one user. */
export async function refuseForeign(
  context: ApiContext,
  { principal }: FastifyRequest,
  id: string,
): Promise<void> {
  if (principal.userId === null) return;
  const known = await context.cadence.store.conversations.get(principal.tenantId, id);
  if (known && !mayRead(principal, known)) await findConversation(context, principal, id);
}

function acceptedRun(reply: FastifyReply, run: RunRecord): FastifyReply {
  const location = `/api/v1/runs/${run.id}`;
  return reply.code(202).header('location', location).send(endpoints.sendMessage.reply.encode(run));
}

function wantsEvents({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') ?? false;
}

function wantsNoWait({ headers }: FastifyRequest): boolean {
  const { prefer } = headers;
  return String(prefer ?? '')
    .split(',')
    .some((part) => part.trim().toLowerCase() === 'respond-async');
}
