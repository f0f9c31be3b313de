import type { LangGraphStreamMode, RunRecord } from '@cadence-agents/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../app/access/principal.ts';
import type { PinnedViews } from '../../../app/pinned-views.ts';
import { cancelRun, rereadRecord, rereadRun } from '../../../app/runs.ts';
import type { ApiContext } from '../../../http/api-context.ts';
import { frame, type StreamedReader, streamFrames } from '../../../http/stream/sse-writer.ts';
import { type FramePlace, idOf, lastSeen, placeOf } from '../frames/frame-place.ts';
import { createRunFrames } from '../frames/run-frames.ts';
import { runSteps } from '../states/run-steps.ts';
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
  return streamFrames(request, reply, (reader) =>
    streamedFrames(context, request.principal, viewOf, { ...stream, seen }, reader),
  );
}

/** What a reader that comes back is not told by the run itself; clients go by the address alone. */
function queryFor({ run, modes, afterSeq }: RunStream): string {
  const query = new URLSearchParams();
  if (afterSeq > 0) query.set('after', String(afterSeq));
  if (modes.join() !== modesOf(run).join()) for (const mode of modes) query.append('stream_mode', mode);
  return query.size > 0 ? `?${query}` : '';
}

async function* streamedFrames(
  { app: context, stopping }: ApiContext,
  principal: Principal,
  viewOf: PinnedViews,
  { run, modes, afterSeq, cancelOnDisconnect, seen }: RunStream & { seen: FramePlace | undefined },
  { signal }: StreamedReader,
): AsyncGenerator<string> {
  const first = placeOf(afterSeq, 'metadata');
  if (!seen) {
    yield frame(JSON.stringify({ run_id: run.id, thread_id: run.conversationId }), 'metadata', idOf(first));
  }
  const frames = createRunFrames({
    run,
    modes: new Set(modes),
    after: seen ?? placeOf(afterSeq, 'end', 999),
    ...runSteps(context, run, await viewOf(run)),
    failure: async () => (await rereadRecord(context, run))?.error ?? null,
  });
  const seenSeq = Math.max(afterSeq, seen?.seq ?? 0);
  let hasEnded = false;
  try {
    for await (const event of rereadRun(context, run, { seenSeq, signal })) {
      hasEnded = event.type === 'on_run_end' && event.seq > afterSeq;
      const made = frames.of(event);
      const text = typeof made === 'string' ? made : await made;
      if (text !== '') yield text;
    }
  } finally {
    if (cancelOnDisconnect && signal.aborted && !hasEnded && !stopping.aborted)
      await cancelRun(context, principal, run);
  }
}
