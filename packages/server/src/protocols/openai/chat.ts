import {
  answerFinish,
  type HandoffRequest,
  openAiEndpoints,
  type RunEventData,
  type RunRecord,
} from '@cadence/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/app-context.ts';
import type { StartedRun } from '../../app/handoffs.ts';
import { pinnedViews } from '../../app/pinned-views.ts';
import { followLive, rereadRecord, waitForRun } from '../../app/runs.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { implement } from '../../http/implement.ts';
import { type StreamedReader, streamFrames } from '../../http/stream/sse-writer.ts';
import { createAnswerText } from './answer-text.ts';
import { answeringNodes } from './answering-nodes.ts';
import { completionChunks, completionHead, DONE, openAiUsage } from './completion-chunks.ts';
import { failureOf, openAiError } from './openai-error.ts';
import { startTurn } from './start-turn.ts';

export function addChatRoute(app: FastifyInstance, { app: context }: ApiContext): void {
  const viewOf = pinnedViews(context);

  implement(app, openAiEndpoints.openAiChat, async ({ body }, request, reply) => {
    const turn = await startTurn(context, request, body);
    const { run } = turn;
    reply.header('content-location', `/api/v1/runs/${run.id}`);
    if (body.stream) {
      const view = await viewOf(run);
      const answering = view ? answeringNodes(view) : new Set<string>();
      const includeUsage = body.stream_options?.include_usage ?? false;
      const requestId = request.id;
      return streamFrames(request, reply, (reader) =>
        completionFrames(context, turn, { answering, includeUsage, requestId }, reader),
      );
    }
    const ended = await waitForRun(context, run);
    const failure = failureOf(ended);
    if (failure) {
      // It ran, and was retried where that helps: doing it all again is for the person to decide.
      reply.header('x-should-retry', 'false');
      throw failure;
    }
    const message = { role: 'assistant' as const, content: answerOf(ended), refusal: null };
    return {
      ...completionHead(ended),
      choices: [{ index: 0, message, logprobs: null, finish_reason: answerFinish(ended.degraded) }],
      usage: openAiUsage(ended.usage),
    };
  });
}

interface Wanted {
  answering: ReadonlySet<string>;
  includeUsage: boolean;
  requestId: string;
}

async function* completionFrames(
  context: AppContext,
  { run, afterSeq }: StartedRun,
  { answering, includeUsage, requestId }: Wanted,
  { signal }: StreamedReader,
): AsyncGenerator<string> {
  const chunks = completionChunks(run, includeUsage);
  const text = createAnswerText(answering);
  let end: RunEventData<'on_run_end'> | undefined;
  yield chunks.first;
  for await (const event of followLive(context, run, { afterSeq, signal })) {
    const piece = text.take(event);
    if (piece !== '') yield chunks.text(piece);
    if (event.type === 'on_run_end') end = event.data;
  }
  if (signal.aborted || !end) return;
  const isAnswered = end.status === 'completed' || end.status === 'suspended';
  // The record, unless it was deleted, has what the event does not: why it failed, what is asked.
  const ended = (!isAnswered && (await rereadRecord(context, run))) || { ...run, degraded: [], ...end };
  const failure = failureOf(ended);
  if (failure) {
    yield `data: ${JSON.stringify(openAiError(failure, requestId))}\n\n`;
    return;
  }
  const rest = text.finish(answerOf(ended));
  if (rest !== '') yield chunks.text(rest);
  yield chunks.last(answerFinish(ended.degraded));
  if (includeUsage) yield chunks.usage(ended.usage);
  yield DONE;
}

function answerOf({ status, handoff, answer }: RunRecord): string {
  return status === 'awaiting_human' && handoff ? questionOf(handoff) : answer;
}

function questionOf({ question, choices }: HandoffRequest): string {
  return choices ? `${question} (${choices.join(' / ')})` : question;
}
