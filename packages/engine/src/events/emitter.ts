// The one place where run events are made: numbered, stamped and handed straight to the sink.
import type { RunEvent, RunEventData, RunEventType } from '@cadence/contracts';
import { isoNow } from './iso-now.ts';

export type EventSink = (event: RunEvent) => void;

export type EmitEvent = <T extends RunEventType>(type: T, data: RunEventData<T>) => void;

export interface Emitter {
  /** Emits for a node, or with `null` for the run as a whole. */
  for: (node: string | null) => EmitEvent;
}

export function createEmitter(runId: string, sink: EventSink, firstSeq = 1): Emitter {
  let seq = firstSeq;
  return {
    for: (node) => (type, data) => sink({ seq: seq++, runId, time: isoNow(), node, type, data } as RunEvent),
  };
}
