import type { RunEvent } from '@cadence/contracts';
import type { Cadence } from '../../cadence.ts';
import { frame, type StreamedReader } from '../../http/stream/event-stream.ts';

/** A run's events as frames, from the one after `afterSeq` on. */
export async function* runFrames(
  cadence: Cadence,
  runId: string,
  afterSeq: number,
  { signal }: StreamedReader,
): AsyncGenerator<string> {
  for await (const event of cadence.follow(runId, { afterSeq, signal })) yield eventFrame(event);
}

function eventFrame(event: RunEvent): string {
  return frame(JSON.stringify(event), event.type, event.seq);
}
