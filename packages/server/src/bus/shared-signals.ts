// Signals heard here at once, and carried to the other processes of the deployment.
import type { Signal, Signals } from '@cadence-agents/contracts';

/** What carries signals between processes, and whether it does now. */
export interface BusState {
  kind: 'redis' | 'postgres' | 'folder' | 'none';
  connected: boolean;
}

export interface SharedSignals extends Signals {
  state(): BusState;
  close(): Promise<void>;
}

/** What takes signals to other processes. It drops what it cannot take: signals are hints. */
export interface Carrier {
  readonly kind: BusState['kind'];
  /** Whether it takes them there now. */
  readonly connected: boolean;
  send(topic: string, signal: Signal): void;
  /** Whether there are processes that it does not take text to. */
  othersReadStore(): boolean;
  /** The first listener to a topic has come, or the last one has gone. */
  listening?(topic: string, isListening: boolean): void;
  close(): Promise<void>;
}

/** What a carrier can do here. */
export interface Hearing {
  /** Tells those who listen here what another process said. */
  hear(topic: string, signal: Signal): void;
  /** Has all who listen here look at the store once, since something may have been missed. */
  lookEverywhere(): void;
}

/** A carrier may hear before it is open; it is sent nothing until then. */
export async function shareSignals(
  local: Signals,
  open: (hearing: Hearing) => Promise<Carrier>,
): Promise<SharedSignals> {
  const listeners = new Map<string, number>();
  const carrier = await open({
    hear: local.publish,
    lookEverywhere() {
      for (const topic of [...listeners.keys()]) local.publish(topic, { type: 'look' });
    },
  });
  return {
    publish(topic, signal) {
      local.publish(topic, signal);
      carrier.send(topic, signal);
    },
    subscribe(topic, listener) {
      const stop = local.subscribe(topic, listener);
      const before = listeners.get(topic) ?? 0;
      listeners.set(topic, before + 1);
      if (before === 0) carrier.listening?.(topic, true);
      let stopped = false;
      return () => {
        if (stopped) return;
        stopped = true;
        stop();
        const left = (listeners.get(topic) ?? 1) - 1;
        if (left > 0) listeners.set(topic, left);
        else {
          listeners.delete(topic);
          carrier.listening?.(topic, false);
        }
      };
    },
    othersReadStore: () => carrier.othersReadStore(),
    state: () => ({ kind: carrier.kind, connected: carrier.connected }),
    close: () => carrier.close(),
  };
}
