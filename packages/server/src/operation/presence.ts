// Has the deployment know of this process for as long as it lives.
import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Store } from '@cadence-agents/contracts';
import type { Log, PluginHost } from '@cadence-agents/engine';
import { keepLooking } from '../keep-looking.ts';
import { version } from './version.ts';

/** Between two signs of life. */
export const SIGN_EVERY_MS = 10_000;

export interface Presence {
  end(): Promise<void>;
}

export function tellPresence(
  { store, plugins }: { store: Store; plugins: Pick<PluginHost, 'list'> },
  what: { serves: boolean; works: boolean },
  log: Log,
): Presence {
  const id = randomUUID();
  const tell = async () => {
    await store.deployment.tell({ id, host: hostname(), version, plugins: pluginSet(plugins), ...what });
    return SIGN_EVERY_MS;
  };
  const stop = keepLooking(tell, (error) => log.debug('a sign of life was not given', { error }));
  return {
    async end() {
      await stop();
      // A store that is away finds out by itself.
      await store.deployment.leave(id).catch(() => {});
    },
  };
}

/** The same wherever the same plugins are loaded. */
function pluginSet(plugins: Pick<PluginHost, 'list'>): string {
  const loaded = plugins.list().filter(({ status }) => status === 'loaded');
  const names = loaded.map(({ slug, version: of, hash }) => `${slug} ${of} ${hash ?? ''}`).sort();
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
}
