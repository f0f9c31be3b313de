import type { LangGraphStreamMode, RunEvent, RunRecord } from '@cadence/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PinnedViews } from '../../app/pinned-views.ts';
import type { Cadence } from '../../cadence.ts';
import type { ApiContext } from '../../http/api-context.ts';
import { frame, type StreamedReader, streamFrames } from '../../http/stream/event-stream.ts';
import { type FramePlace, idOf, lastSeen, placeOf } from './frames/frame-place.ts';
import { createRunFrames } from './frames/run-frames.ts';
import { runSteps } from './run-steps.ts';
import { modesOf, runPath } from './run-view.ts';

interface RunStream {
  run: RunRecord;
  modes: readonly LangGraphStreamMode[];
  /** Events up to this one are not told. */
  afterSeq: number;
  cancelOnDisconnect: boolean;
}

/** Streams a run from where the reader is; where it can come back to is in the headers. */
export function streamRun(
  context: ApiContext,
  viewOf: PinnedViews,
  request: FastifyRequest,
  reply: FastifyReply,
  stream: RunStream,
): Promise<FastifyReply> {
  const { run } = stream;
  const seen = lastSeen(request);
  reply.header('content-location', runPath(run));
  reply.header('location', `${runPath(run)}/stream${queryFor(stream)}`);
  return streamFrames(request, reply, (reader) => frames(context, viewOf, stream, seen, reader));
}

/** What a reader that comes back is not told by the run itself; clients go by the address alone. */
function queryFor({ run, modes, afterSeq }: RunStream): string {
  const query = new URLSearchParams();
  if (afterSeq > 0) query.set('after', String(afterSeq));
  if (modes.join() !== modesOf(run).join()) for (const mode of modes) query.append('stream_mode', mode);
  return query.size > 0 ? `?${query}` : '';
}

async function* frames(
  { cadence, stopping }: ApiContext,
  viewOf: PinnedViews,
  { run, modes, afterSeq, cancelOnDisconnect }: RunStream,
  seen: FramePlace | undefined,
  { signal }: StreamedReader,
): AsyncGenerator<string> {
  const first = placeOf(afterSeq, 'metadata');
  if (!seen) {
    yield frame(JSON.stringify({ run_id: run.id, thread_id: run.conversationId }), 'metadata', idOf(first));
  }
  const made = createRunFrames({
    run,
    modes: new Set(modes),
    after: seen ?? placeOf(afterSeq, 'end', 999),
    step: runSteps(cadence, run, await viewOf(run)),
    failure: async () => (await cadence.store.runs.get(run.tenantId, run.id))?.error ?? null,
  });
  let hasEnded = false;
  try {
    for await (const event of eventsOf(cadence, run, Math.max(afterSeq, seen?.seq ?? 0), signal)) {
      hasEnded = event.type === 'on_run_end' && event.seq > afterSeq;
      const text = await made.of(event);
      if (text !== '') yield text;
    }
  } finally {
    if (cancelOnDisconnect && signal.aborted && !hasEnded && !stopping.aborted)
      await cadence.cancel(run.id, run);
  }
}

/**
 * All events of the run, those up to `knownSeq` from the store: a text grows and steps are counted from the beginning.
 * A run that has ended and was told to its end is not waited for; one that ended with a question may go on.
 */
async function* eventsOf(
  { store, follow }: Cadence,
  { id, status }: RunRecord,
  knownSeq: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  let seq = 0;
  while (seq < knownSeq) {
    const known = await store.events.read(id, seq);
    for (const event of known) {
      if (event.seq > knownSeq) break;
      seq = event.seq;
      yield event;
    }
    if (known.length === 0) break;
  }
  const isUnderWay = status === 'queued' || status === 'running';
  if (isUnderWay || seq === 0 || (await store.events.lastSeq(id)) > seq)
    yield* follow(id, { afterSeq: seq, signal });
}
