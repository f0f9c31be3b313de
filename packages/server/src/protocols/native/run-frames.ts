import type { RunEvent, RunRecord } from '@cadence/contracts';
import type { AppContext } from '../../app/app-context.ts';
import { followRun } from '../../app/runs.ts';
import { frame, type StreamedReader } from '../../http/stream/sse-writer.ts';

/** A run's events as frames, from the one after `afterSeq` on. */
export async function* runFrames(
  context: Pick<AppContext, 'follow'>,
  run: RunRecord,
  afterSeq: number,
  { signal }: StreamedReader,
): AsyncGenerator<string> {
  for await (const event of followRun(context, run, { afterSeq, signal })) yield eventFrame(event);
}

function eventFrame(event: RunEvent): string {
  return frame(JSON.stringify(event), event.type, event.seq);
}
