import type { Signal, Signals } from '@cadence/contracts';
import { type Log, silentLog } from '../log.ts';

type Listener = (signal: Signal) => void;

/** Signals within this process, heard before `publish` returns. */
export function createLocalSignals(log: Log = silentLog): Signals {
  const listeners = new Map<string, Set<Listener>>();
  return {
    publish(topic, signal) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          listener(signal);
        } catch (error) {
          log.error('a listener for signals failed', { topic, error });
        }
      }
    },
    subscribe(topic, given) {
      // The same function may listen twice, so each subscription gets one of its own.
      const listener: Listener = (signal) => given(signal);
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(topic) === own) listeners.delete(topic);
      };
    },
  };
}
