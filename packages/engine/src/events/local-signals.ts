import type { Signal, Signals } from '@cadence-agents/contracts';
import { type Log, silentLog } from '../log.ts';

type Listener = (signal: Signal) => void;

/** Signals within this process, heard before `publish` returns. */
export function createLocalSignals(log: Log = silentLog): Signals {
  // Told for each token: a list is quicker to go through than a set. One that is gone through is never changed.
  const listeners = new Map<string, readonly Listener[]>();
  return {
    publish(topic, signal) {
      const heard = listeners.get(topic);
      if (!heard) return;
      for (const tell of heard) {
        try {
          tell(signal);
        } catch (error) {
          log.error('a listener for signals failed', { topic, error });
        }
      }
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
      let listens = true;
      return () => {
        if (!listens) return;
        listens = false;
        const left = [...(listeners.get(topic) ?? [])];
        // The same function may listen twice: either will do.
        left.splice(left.indexOf(listener), 1);
        if (left.length > 0) listeners.set(topic, left);
        else listeners.delete(topic);
      };
    },
  };
}
