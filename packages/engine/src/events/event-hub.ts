import type { RunEvent } from '@cadence/contracts';
import type { EventSink } from './emitter.ts';

/** Hands committed events to whoever follows their run. */
export interface EventHub {
  publish: EventSink;
  /** Returns how to stop listening. */
  subscribe(runId: string, sink: EventSink): () => void;
}

export function createEventHub(): EventHub {
  const sinks = new Map<string, Set<EventSink>>();
  return {
    publish(event) {
      for (const sink of sinks.get(event.runId) ?? []) sink(event);
    },
    subscribe(runId, sink) {
      const own = sinks.get(runId) ?? new Set();
      sinks.set(runId, own.add(sink));
      return () => {
        own.delete(sink);
        if (own.size === 0) sinks.delete(runId);
      };
    },
  };
}

/** Whether nothing can follow this event in its run, unless a person answers. */
export const isLast = (event: RunEvent): boolean => event.type === 'on_run_end';
