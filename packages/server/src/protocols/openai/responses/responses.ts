import { type OpenAiResponseRequest, openAiEndpoints } from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../../../app/access/principal.ts';
import type { AppContext } from '../../../app/app-context.ts';
import { isLatest } from '../../../app/found-runs.ts';
import { invalidInput } from '../../../app/invalid-input.ts';
import { pinnedViews } from '../../../app/pinned-views.ts';
import { branchAfter } from '../../../app/run-steps.ts';
import { cancelRun, deleteRun, rereadRecord, waitForRun } from '../../../app/runs.ts';
import type { ApiContext } from '../../../http/api-context.ts';
import { idempotencyKey } from '../../../http/idempotency-key.ts';
import { implement } from '../../../http/implement.ts';
import { streamFrames } from '../../../http/stream/sse-writer.ts';
import { failureToReply, rememberHistory, undelivered, watchDelivery } from '../found-again.ts';
import { type AskedTurn, startTurn } from '../start-turn.ts';
import { listInputItems } from './input-items.ts';
import { readInput, readResponseTerms } from './read-response-request.ts';
import { responseFrames } from './response-frames.ts';
import { begunResponse, replyIn, wholeResponse } from './response-object.ts';
import { endOf, findPart, type PartEnd, type ResponsePart, responseId } from './response-part.ts';

export function addResponseRoutes(app: FastifyInstance, { app: context }: ApiContext): void {
  const viewOf = pinnedViews(context);

  implement(app, openAiEndpoints.openAiCreateResponse, async ({ body }, request, reply) => {
    const asked = await readAsked(context, request, body);
    const part = await startPart(context, request, body, asked);
    const { run } = part;
    const remember = async (end: PartEnd) => {
      const said = replyIn(part, end);
      if (said) await rememberHistory(context, reply, asked, run, said);
    };
    reply.header('content-location', `/api/v1/runs/${run.id}`);
    if (!body.background) watchDelivery(context, request, reply, [run]);
    if (body.stream) {
      const view = await viewOf(run);
      const onEnd = async (end: PartEnd) => {
        await remember(end);
        const failed = end.status === 'failed' && (await rereadRecord(context, run));
        if (failed) await failureToReply(context, request, failed);
      };
      return streamFrames(request, reply, (reader) => responseFrames(context, part, { view, onEnd }, reader));
    }
    if (body.background) return begunResponse(part);
    const ended = await waitForRun(context, run);
    const failure = await failureToReply(context, request, ended);
    if (failure) {
      reply.header('x-should-retry', 'false');
      throw failure;
    }
    const end = await endOf(context, run, part.afterSeq);
    if (!end) return begunResponse(part);
    await remember(end);
    return wholeResponse(part, end);
  });

  implement(app, openAiEndpoints.openAiGetResponse, async ({ params, query }, request, reply) => {
    const { part, end } = await findPart(context, request.principal, params.id);
    if (!query.stream) return end ? wholeResponse(part, end) : begunResponse(part);
    const view = await viewOf(part.run);
    const startingAfter = query.starting_after;
    return streamFrames(request, reply, (reader) =>
      responseFrames(context, part, { view, startingAfter }, reader),
    );
  });

  implement(app, openAiEndpoints.openAiCancelResponse, async ({ params }, { principal }) => {
    const { part } = await findPart(context, principal, params.id);
    const asked = await cancelRun(context, principal, { id: part.run.id });
    const run = await waitForRun(context, asked);
    const end = await endOf(context, run, part.afterSeq);
    // One that had not begun, or waited, has no last event of its own to tell.
    if (end && !(run.status === 'cancelled' && end.status === 'awaiting_human'))
      return wholeResponse({ ...part, run }, end);
    return { ...begunResponse({ ...part, run }), status: 'cancelled' as const };
  });

  implement(app, openAiEndpoints.openAiDeleteResponse, async ({ params }, { principal }) => {
    const { part } = await findPart(context, principal, params.id);
    await deleteRun(context, principal, { id: part.run.id });
    return { id: params.id, object: 'response' as const, deleted: true as const };
  });

  implement(app, openAiEndpoints.openAiListInputItems, async ({ params, query }, { principal }) => {
    const { part } = await findPart(context, principal, params.id);
    return listInputItems(context, principal, part, query);
  });
}

async function readAsked(
  context: AppContext,
  request: FastifyRequest,
  body: OpenAiResponseRequest,
): Promise<AskedTurn> {
  return {
    workflowId: body.model,
    messages: readInput(body.input),
    path: 'body.input',
    terms: readResponseTerms(body),
    ...(body.metadata && { metadata: body.metadata }),
    conversationId: await conversationOf(context, request.principal, body),
    areNew: true,
    findHistory: true,
    idempotencyKey: idempotencyKey(request),
  };
}

async function startPart(
  context: AppContext,
  request: FastifyRequest,
  { background }: OpenAiResponseRequest,
  asked: AskedTurn,
): Promise<ResponsePart> {
  const mayBeAgain = asked.idempotencyKey === undefined && !background;
  const again = mayBeAgain ? await undelivered(context, request) : undefined;
  const turn = again ?? (await startTurn(context, request.principal, asked));
  return { ...turn, terms: asked.terms ?? {} };
}

/** The conversation to go on with: the one that is named, or that of the response before, forked where it went on since. */
async function conversationOf(
  context: AppContext,
  principal: Principal,
  { conversation, previous_response_id: previous }: OpenAiResponseRequest,
): Promise<string | undefined> {
  if (conversation && previous)
    throw invalidInput([{ path: 'body.previous_response_id', message: 'is not taken with "conversation"' }]);
  if (conversation) return typeof conversation === 'string' ? conversation : conversation.id;
  if (!previous) return undefined;
  const { part, end } = await findPart(context, principal, previous);
  const { run } = part;
  const wentOn = end && (await endOf(context, run, end.seq));
  if (wentOn || (end?.asked && run.status !== 'awaiting_human'))
    throw invalidInput([
      {
        path: 'body.previous_response_id',
        message: `"${previous}" was gone on with, as ${nextOf(part, end)}`,
      },
    ]);
  if (await isLatest(context, run)) return run.conversationId;
  return branchAfter(context, principal, run);
}

const nextOf = ({ run }: ResponsePart, end: { seq: number }): string =>
  responseId({ run, afterSeq: end.seq });
