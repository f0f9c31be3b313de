import type { Signal, Signals } from '@cadence/contracts';
import { type Log, silentLog } from '../log.ts';

/** The same function may listen twice, so each subscription is an object of its own. */
interface Subscription {
  tell: (signal: Signal) => void;
}

/** Signals within this process, heard before `publish` returns. */
export function createLocalSignals(log: Log = silentLog): Signals {
  const listeners = new Map<string, Set<Subscription>>();
  return {
    publish(topic, signal) {
      const heard = listeners.get(topic);
      if (!heard) return;
      for (const subscription of heard) {
        try {
          subscription.tell(signal);
        } catch (error) {
          log.error('a listener for signals failed', { topic, error });
        }
      }
    },
    subscribe(topic, tell) {
      const subscription = { tell };
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(subscription));
      return () => {
        own.delete(subscription);
        if (own.size === 0 && listeners.get(topic) === own) listeners.delete(topic);
      };
    },
  };
}
