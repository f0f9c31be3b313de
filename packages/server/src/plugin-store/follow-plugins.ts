import { randomUUID } from 'node:crypto';
import { LruCache, pluginsTopic, type RunRecord, type Signals } from '@cadence/contracts';
import type { PluginStore } from './plugin-store.ts';

const POLL_MS = 5_000;
const MOST_SOUGHT = 1_000;

export interface FollowedPlugins {
  /**
   * Looks whether there is something new if the run was made with plugins that are not loaded here as they were then.
   * `undefined` if there is no need to.
   */
  lookFor(run: RunRecord, loaded: Readonly<Record<string, string>>): Promise<void> | undefined;
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
  /** What has been looked for since there was something new: it is not to be had from the database. */
  let sought = new LruCache<string, Promise<void>>(MOST_SOUGHT);
  const look = async () => {
    if (await store.refresh()) sought = new LruCache(MOST_SOUGHT);
  };
  const stopTelling = plugins.onChange(() => signals.publish(pluginsTopic, { type: 'plugins', origin }));
  const stopListening = signals.subscribe(pluginsTopic, (signal) => {
    if (signal.type === 'look' || (signal.type === 'plugins' && signal.origin !== origin))
      store.reload().catch(failed);
  });
  const timer = setInterval(() => void look().catch(failed), pollMs).unref();
  return {
    lookFor({ metadata }, loaded) {
      const missing = notLoaded(metadata.plugins, loaded);
      return missing === undefined ? undefined : sought.getOrCreate(missing, () => look().catch(failed));
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
