import { randomUUID } from 'node:crypto';
import { pluginsTopic, type Signals } from '@cadence/contracts';
import type { PluginStore } from './plugin-store.ts';

const POLL_MS = 5_000;

/**
 * Takes up what other processes have installed or found, at once when they say so and within seconds when nobody does,
 * and tells them what is new here; returns how to stop.
 */
export function followPlugins(store: PluginStore, signals: Signals, pollMs = POLL_MS): () => void {
  const { plugins, log } = store;
  const origin = randomUUID();
  const failed = (error: unknown) => log.warn('looking for new plugins failed', { error });
  const stopTelling = plugins.onChange(() => signals.publish(pluginsTopic, { type: 'plugins', origin }));
  const stopListening = signals.subscribe(pluginsTopic, (signal) => {
    if (signal.type === 'look' || (signal.type === 'plugins' && signal.origin !== origin))
      store.reload().catch(failed);
  });
  const timer = setInterval(() => void store.refresh().catch(failed), pollMs).unref();
  return () => {
    stopTelling();
    stopListening();
    clearInterval(timer);
  };
}
