import {
  type ApiDraftEvent,
  type ApiDraftStep,
  type ApiWorkflowDraft,
  draftEventSchema,
} from '@cadence-agents/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorReply, prepareError } from '../../http/reply-error.ts';
import { frame, streamFrames } from '../../http/stream/sse-writer.ts';

type Steps = AsyncGenerator<ApiDraftStep, ApiWorkflowDraft>;

/** The steps of a draft as they come. What goes wrong before the first is an error reply as any. */
export async function streamDraft(
  request: FastifyRequest,
  reply: FastifyReply,
  steps: Steps,
): Promise<FastifyReply> {
  const first = await steps.next();
  return streamFrames(request, reply, async function* () {
    for await (const event of eventsOf(steps, first, request, reply))
      yield frame(JSON.stringify(draftEventSchema.encode(event)), event.step);
  });
}

async function* eventsOf(
  steps: Steps,
  first: IteratorResult<ApiDraftStep, ApiWorkflowDraft>,
  request: FastifyRequest,
  reply: FastifyReply,
): AsyncGenerator<ApiDraftEvent> {
  try {
    let next = first;
    while (!next.done) {
      yield next.value;
      next = await steps.next();
    }
    yield { step: 'done', draft: next.value };
  } catch (error) {
    if (!reply.raw.destroyed)
      yield { step: 'failed', ...errorReply(prepareError(error, request, reply), request.id) };
  }
}
