import {
  addUsage,
  type JsonObject,
  noUsage,
  type OpenAiChatRequest,
  openAiEndpoints,
} from '@cadence-agents/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/app-context.ts';
import { invalidInput } from '../../app/invalid-input.ts';
import { pinnedViews } from '../../app/pinned-views.ts';
import { waitForRun } from '../../app/runs.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { implement } from '../../http/implement.ts';
import { streamFrames } from '../../http/stream/sse-writer.ts';
import { streamChoices } from './chat-stream.ts';
import { completionHead, openAiUsage, toldCall } from './completion-chunks.ts';
import { failureToReply, rememberHistory, undelivered, watchDelivery } from './found-again.ts';
import { conversationIdIn, readChatTerms, readMessages } from './read-chat-request.ts';
import { type Remember, type Reply, replyOf, usedSince } from './reply.ts';
import { type StartedTurn, startTurn } from './start-turn.ts';

export function addChatRoute(app: FastifyInstance, { app: context }: ApiContext): void {
  const viewOf = pinnedViews(context);

  implement(app, openAiEndpoints.openAiChat, async ({ body }, request, reply) => {
    const turns = await startTurns(context, request, body);
    const [{ run }] = turns;
    reply.header('content-location', `/api/v1/runs/${run.id}`);
    watchDelivery(
      context,
      request,
      reply,
      turns.map((turn) => turn.run),
    );
    const said = {
      workflowId: body.model,
      messages: readMessages(body.messages),
      conversationId: conversationIdIn(body, request),
    };
    const remember: Remember = (ended, told) => rememberHistory(context, reply, said, ended, told);
    if (body.stream) {
      const includeUsage = body.stream_options?.include_usage ?? false;
      const hasForm = hasFormIn(body);
      const view = await viewOf(run);
      return streamFrames(request, reply, (reader) =>
        streamChoices(context, request, turns, { view, hasForm, includeUsage, remember }, reader),
      );
    }
    const choices = await Promise.all(
      turns.map(async ({ run: begun, usedBefore }, index) => {
        const ended = await waitForRun(context, begun);
        const failure = await failureToReply(context, request, ended);
        if (failure) {
          // It ran, and was retried where that helps: doing it all again is for the person to decide.
          reply.header('x-should-retry', 'false');
          throw failure;
        }
        const told = replyOf({ ...ended, hasForm: hasFormIn(body) });
        await remember(ended, told);
        return { ended, used: usedSince(ended.usage, usedBefore), choice: choiceOf(told, index) };
      }),
    );
    return {
      ...completionHead(run),
      choices: choices.map(({ choice }) => choice),
      usage: openAiUsage(choices.reduce((sum, { used }) => addUsage(sum, used), noUsage)),
    };
  });
}

/** As many runs as choices are asked for, or the one whose reply did not arrive. */
async function startTurns(
  context: AppContext,
  request: FastifyRequest,
  body: OpenAiChatRequest,
): Promise<[StartedTurn, ...StartedTurn[]]> {
  const { principal } = request;
  const count = body.n ?? 1;
  const conversationId = conversationIdIn(body, request);
  const key = idempotencyKey(request);
  const asked = {
    workflowId: body.model,
    messages: readMessages(body.messages),
    path: 'body.messages',
    terms: readChatTerms(body),
    tone: body.tone,
    metadata: metadataOf(body),
    conversationId,
    findHistory: count === 1,
  };
  if (count > 1 && conversationId !== undefined)
    throw invalidInput([{ path: 'body.n', message: 'must be 1 in a conversation that goes on' }]);
  const again = key === undefined && count === 1 ? await undelivered(context, request) : undefined;
  const first = again ?? (await startTurn(context, principal, { ...asked, idempotencyKey: key }));
  const more = Array.from({ length: count - 1 }, (_, index) =>
    startTurn(context, principal, {
      ...asked,
      ...(key !== undefined && { idempotencyKey: `${key}:${index + 1}` }),
    }),
  );
  return [first, ...(await Promise.all(more))];
}

/** What the caller says of itself is kept with the run. */
function metadataOf(body: OpenAiChatRequest): JsonObject | undefined {
  const { metadata, user, safety_identifier, prompt_cache_key } = body;
  const own = {
    ...(user && { user }),
    ...(safety_identifier && { safety_identifier }),
    ...(prompt_cache_key && { prompt_cache_key }),
  };
  return metadata || Object.keys(own).length > 0 ? { ...metadata, ...own } : undefined;
}

const hasFormIn = ({ response_format: format }: OpenAiChatRequest): boolean =>
  format !== null && format !== undefined && format.type !== 'text';

function choiceOf({ content, refusal, calls, finish }: Reply, index: number) {
  const message = { role: 'assistant' as const, content, refusal };
  return {
    index,
    message: calls.length === 0 ? message : { ...message, tool_calls: calls.map(toldCall) },
    logprobs: null,
    finish_reason: finish,
  };
}
