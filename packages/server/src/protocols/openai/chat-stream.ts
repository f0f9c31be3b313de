// A completion as it is streamed: the chunks of its choices as they come, then what they used.
import { addUsage, noUsage, type RunEventData, type Usage } from '@cadence-agents/contracts';
import type { DefinitionView } from '@cadence-agents/workflow';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/app-context.ts';
import { followLive, rereadRecord } from '../../app/runs.ts';
import type { StreamedReader } from '../../http/stream/sse-writer.ts';
import { createAnswerText } from './answer-text.ts';
import { answeringNodes } from './answering-nodes.ts';
import { completionChunks, DONE, usageChunk } from './completion-chunks.ts';
import { failureToReply } from './found-again.ts';
import { openAiError } from './openai-error.ts';
import { endedAs, type Remember, replyOf, usedSince } from './reply.ts';
import type { StartedTurn } from './start-turn.ts';

interface Wanted {
  view: DefinitionView | undefined;
  /** The answer is to have a form: it is told once it is known to have it. */
  hasForm: boolean;
  includeUsage: boolean;
  remember: Remember;
}

export async function* streamChoices(
  context: AppContext,
  request: FastifyRequest,
  turns: readonly [StartedTurn, ...StartedTurn[]],
  wanted: Wanted,
  reader: StreamedReader,
): AsyncGenerator<string> {
  let used = noUsage;
  let ended = 0;
  const end = (usage: Usage) => {
    used = addUsage(used, usage);
    ended += 1;
  };
  const choices = turns.map((turn, index) =>
    choiceFrames(context, request, turn, { ...wanted, index, end }, reader),
  );
  const [only, ...more] = choices;
  if (only && more.length === 0) yield* only;
  else yield* merged(choices);
  if (ended < turns.length) return;
  if (wanted.includeUsage) yield usageChunk(turns[0].run, used);
  yield DONE;
}

async function* choiceFrames(
  context: AppContext,
  request: FastifyRequest,
  { run, afterSeq, usedBefore }: StartedTurn,
  {
    view,
    hasForm,
    includeUsage,
    remember,
    index,
    end: tellEnd,
  }: Wanted & { index: number; end: (used: Usage) => void },
  { signal }: StreamedReader,
): AsyncGenerator<string> {
  const chunks = completionChunks(run, { index, includeUsage });
  const text = createAnswerText(view && !hasForm ? answeringNodes(view) : new Set());
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
  const ended = (!isAnswered && (await rereadRecord(context, run))) || endedAs(run, end);
  const failure = await failureToReply(context, request, ended);
  if (failure) {
    yield `data: ${JSON.stringify(openAiError(failure, request.id))}\n\n`;
    return;
  }
  const said = replyOf({ ...ended, hasForm });
  const rest = text.finish(said.content ?? '');
  if (rest !== '') yield chunks.text(rest);
  if (said.refusal !== null) yield chunks.refusal(said.refusal);
  if (said.calls.length > 0) yield chunks.calls(said.calls);
  await remember(ended, said);
  yield chunks.last(said.finish);
  tellEnd(usedSince(end.usage, usedBefore));
}

/** What several generators bring, as it comes. */
async function* merged(sources: readonly AsyncGenerator<string>[]): AsyncGenerator<string> {
  const next = async (source: AsyncGenerator<string>) => ({ source, result: await source.next() });
  const waiting = new Map(sources.map((source) => [source, next(source)]));
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values());
      if (result.done) waiting.delete(source);
      else {
        yield result.value;
        waiting.set(source, next(source));
      }
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)));
  }
}
