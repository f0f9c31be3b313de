// The one place where run events are made: numbered, stamped and handed straight to the sink.
import type { RunEvent, RunEventData, RunEventType } from '@cadence-agents/contracts';
import { isoNow } from './iso-now.ts';

export type EventSink = (event: RunEvent) => void;

export type EmitEvent = <T extends RunEventType>(type: T, data: RunEventData<T>) => void;

/** Tells a text, piece by piece. */
export type TellText = (piece: string) => void;

/** What of a message is told beside its words. */
export type AsidePart = { part: 'reasoning' } | { part: 'tool_call'; callId: string; tool: string };

export interface Emitter {
  /** Emits for a node, or with `null` for the run as a whole. */
  for: (node: string | null) => EmitEvent;
  /** For a message whose id an event has told. */
  text: (node: string, messageId: string) => TellText;
  /** What such a message has beside its words. */
  aside: (node: string, messageId: string, part: AsidePart) => TellText;
  /**
   * The clock of the run, in milliseconds since the epoch: when it told something last. Whoever has its events has all
   * that its nodes could read off the clock.
   */
  now: () => number;
}

/** Every piece of text is an event of its own. */
export function createEmitter(runId: string, sink: EventSink, firstSeq = 1): Emitter {
  let seq = firstSeq;
  let time = isoNow();
  const emitFor =
    (node: string | null): EmitEvent =>
    (type, data) => {
      time = isoNow();
      sink({ seq: seq++, runId, time, node, type, data } as RunEvent);
    };
  return {
    for: emitFor,
    now: () => Date.parse(time),
    text(node, messageId) {
      const emit = emitFor(node);
      let offset = 0;
      return (chunk) => {
        emit('on_chat_model_stream', { chunk, messageId, offset });
        offset += chunk.length;
      };
    },
    aside(node, messageId, part) {
      const emit = emitFor(node);
      let offset = 0;
      return (delta) => {
        emit('on_message_delta', { messageId, ...part, delta, offset });
        offset += delta.length;
      };
    },
  };
}
