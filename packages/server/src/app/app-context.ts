import type { Log } from '@cadence/engine';
import type { Cadence } from '../cadence.ts';
import { type ApiKeys, createApiKeys } from '../security/api-keys.ts';
import type { ReadSettings } from '../settings/read-settings.ts';

/**
 * What the use cases work with. Each names the parts that it needs, so that a command that only reads the store does
 * not have to load plugins.
 */
export interface AppContext
  extends Pick<Cadence, 'store' | 'send' | 'follow' | 'wait' | 'cancel' | 'answer'>,
    Pick<Cadence, 'models' | 'plugins' | 'mcpServers' | 'workflows' | 'check' | 'tools'>,
    Pick<ReadSettings, 'settings' | 'sources'> {
  keys: ApiKeys;
  log: Log;
}

/** All of it, for those who serve whatever is asked for. */
export function appContext(
  cadence: Cadence,
  { settings, sources }: Pick<ReadSettings, 'settings' | 'sources'>,
  log: Log,
): AppContext {
  const keys = createApiKeys({ store: cadence.store.keys, adminKey: settings.adminKey, log });
  return { ...cadence, settings, sources, keys, log };
}
