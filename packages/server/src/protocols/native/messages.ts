import { endpoints, type RunRecord } from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { waitForRun } from '../../app/runs.ts';
import { sendMessage } from '../../app/send-message.ts';
import { accepts } from '../../http/accepts.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { implement } from '../../http/implement.ts';
import { prefers } from '../../http/prefers.ts';
import { streamFrames } from '../../http/stream/sse-writer.ts';
import { deltasFor, runFrames } from './run-frames.ts';

export function addMessageRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  implement(app, endpoints.sendMessage, async ({ params, body }, request, reply) => {
    const { message, messageId, workflowId, draft, tone, model, onBusy, metadata, webhook, files } = body;
    const key = idempotencyKey(request);
    const run = await sendMessage(context, request.principal, {
      conversationId: params.id,
      message,
      ...(messageId !== undefined && { messageId }),
      files,
      workflowId,
      draft,
      onBusy,
      ...(tone && { tone }),
      ...(model !== undefined && { model }),
      ...(metadata && { metadata }),
      ...(webhook !== undefined && { webhook: { url: webhook, format: 'native' } }),
      ...(key !== undefined && { idempotencyKey: key }),
    });
    reply.header('content-location', `/api/v1/runs/${run.id}`);
    if (accepts(request, 'text/event-stream')) {
      return streamFrames(request, reply, (reader) =>
        runFrames(context, run, {}, reader, deltasFor(request)),
      );
    }
    if (prefers(request, 'respond-async')) return acceptedRun(reply, run);
    return waitForRun(context, run);
  });
}

function acceptedRun(reply: FastifyReply, run: RunRecord): FastifyReply {
  const location = `/api/v1/runs/${run.id}`;
  return reply.code(202).header('location', location).send(endpoints.sendMessage.reply.encode(run));
}
