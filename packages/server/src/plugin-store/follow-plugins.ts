import { randomUUID } from 'node:crypto';
import { LruCache, pluginsTopic, type RunRecord, type Signals } from '@cadence-agents/contracts';
import type { PluginStore } from './plugin-store.ts';

const POLL_MS = 5_000;
const MOST_SOUGHT = 1_000;

export interface FollowedPlugins {
  /**
   * Looks whether there is something new, with plugins and elsewhere, if the run was made with some that are not loaded
   * here as they were then. `undefined` if there is no need to.
   */
  lookFor(
    run: RunRecord,
    loaded: Readonly<Record<string, string>>,
    elsewhere: () => Promise<void>,
  ): Promise<void> | undefined;
  stop(): void;
}

/**
 * Takes up what other processes have installed or found, at once when they say so and within seconds when nobody does,
 * and tells them what is new here.
 */
export function followPlugins(store: PluginStore, signals: Signals, pollMs = POLL_MS): FollowedPlugins {
  const { plugins, log } = store;
  const origin = randomUUID();
  const failed = (error: unknown) => log.warn('looking for new plugins failed', { error });
  /** What was looked for, with the start of the youngest run that it was looked for: for older ones it is not there. */
  const sought = new LruCache<string, string>(MOST_SOUGHT);
  const stopTelling = plugins.onChange(() => signals.publish(pluginsTopic, { type: 'plugins', origin }));
  const stopListening = signals.subscribe(pluginsTopic, (signal) => {
    if (signal.type === 'look' || (signal.type === 'plugins' && signal.origin !== origin))
      store.reload().catch(failed);
  });
  const timer = setInterval(() => void store.refresh().catch(failed), pollMs).unref();
  return {
    lookFor({ metadata, createdAt }, loaded, elsewhere) {
      const missing = notLoaded(metadata.plugins, loaded);
      if (missing === undefined || (sought.get(missing) ?? '') >= createdAt) return undefined;
      const looking = Promise.all([store.refresh(), elsewhere()]);
      return looking.then(() => void sought.set(missing, createdAt), failed);
    },
    stop() {
      stopTelling();
      stopListening();
      clearInterval(timer);
    },
  };
}

function notLoaded(made: unknown, loaded: Readonly<Record<string, string>>): string | undefined {
  if (typeof made !== 'object' || made === null) return undefined;
  const missing = Object.entries(made).filter(([slug, hash]) => loaded[slug] !== hash);
  return missing.length === 0 ? undefined : JSON.stringify(missing);
}
