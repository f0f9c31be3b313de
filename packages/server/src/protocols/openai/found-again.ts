// By what a later request finds a run: the history that its reply completes, or the request whose reply did not arrive.
// One that comes again for that gets the reply of its run; it does not begin another.
import { type CadenceError, noUsage, type RunRecord } from '@cadence-agents/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/app-context.ts';
import { failureToTell, findRunBy, letFindRun } from '../../app/found-runs.ts';
import { readEvents } from '../../app/runs.ts';
import { onceClosed } from '../../http/stream/once-closed.ts';
import { historyDigest, requestDigest } from './history-digest.ts';
import { failureOf } from './openai-error.ts';
import type { Reply } from './reply.ts';
import type { AskedTurn, StartedTurn } from './start-turn.ts';

/** How long a run that has ended is still the one that the same request asks for. */
const WINDOW_MS = 120_000;

/** The run of the same request, where its reply did not arrive or told of a failure after tools had effects. */
export async function undelivered(
  context: AppContext,
  { principal, routeOptions, body }: FastifyRequest,
): Promise<StartedTurn | undefined> {
  const run = await findRunBy(context, principal, requestDigest(routeOptions.url ?? '', body));
  if (!run) return undefined;
  const isOver = run.endedAt !== null && Date.now() - Date.parse(run.endedAt) > WINDOW_MS;
  return isOver ? undefined : lastPart(context, run);
}

/** Where the last part of the run began: after it had waited, if it did. */
async function lastPart(context: AppContext, run: RunRecord): Promise<StartedTurn> {
  let part: StartedTurn = { run, afterSeq: 0, usedBefore: noUsage };
  let end = part;
  for await (const event of readEvents(context, run)) {
    if (event.type !== 'on_run_end') continue;
    part = end;
    end = { run, afterSeq: event.seq, usedBefore: event.data.usage };
  }
  return run.status === 'queued' || run.status === 'running' ? end : part;
}

/** Lets the conversation be found by all that was said in it; called before the end of the reply is told. */
export async function rememberHistory(
  context: AppContext,
  { raw }: FastifyReply,
  { workflowId, messages, conversationId }: Pick<AskedTurn, 'workflowId' | 'messages' | 'conversationId'>,
  run: RunRecord,
  { content, refusal, calls }: Reply,
): Promise<void> {
  // Who has an id needs no digest, and who has gone has not seen the reply.
  if (conversationId !== undefined || raw.destroyed) return;
  const said = { role: 'assistant' as const, content: content ?? refusal ?? '', toolCalls: [...calls] };
  await letFindRun(context, run, historyDigest(workflowId, [...messages, said]));
}

/** Notes for the runs of a request that its reply did not arrive, if the client leaves before. */
export function watchDelivery(
  context: AppContext,
  request: FastifyRequest,
  { raw }: FastifyReply,
  runs: readonly RunRecord[],
): void {
  onceClosed(raw, () => {
    if (!raw.writableFinished) for (const run of runs) note(context, request, run);
  });
}

function note(context: AppContext, { routeOptions, body, log }: FastifyRequest, run: RunRecord): void {
  letFindRun(context, run, requestDigest(routeOptions.url ?? '', body)).catch((error: unknown) =>
    log.warn({ err: error }, 'a reply that did not arrive could not be noted'),
  );
}

/** Why the run has no answer, if it has none. One that is not to be repeated is found by the same request. */
export async function failureToReply(
  context: AppContext,
  request: FastifyRequest,
  run: RunRecord,
): Promise<CadenceError | undefined> {
  const failure = failureOf(run);
  if (!failure) return undefined;
  const told = await failureToTell(context, run, failure);
  if (told !== failure) note(context, request, run);
  return told;
}
