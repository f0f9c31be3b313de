import type { Signals } from '@cadence-agents/contracts';
import { createLocalSignals, type Log } from '@cadence-agents/engine';
import { openNotifications } from '../open-storage.ts';
import type { Settings } from '../settings/setting-table.ts';
import { openFolderWords } from './folder-words.ts';
import { openNotifySignals } from './notify-signals.ts';
import type { SharedSignals } from './shared-signals.ts';

type Place = Pick<Settings, 'busUrl' | 'busPrefix' | 'databaseUrl' | 'databaseListenUrl' | 'dataDir'>;

/** By the bus where there is one, else by the database where that can, else by its folder. */
export async function openSignals(settings: Place, log: Log): Promise<SharedSignals> {
  const { busUrl: url, busPrefix: prefix, databaseUrl, databaseListenUrl, dataDir } = settings;
  const local = createLocalSignals(log);
  if (url !== null) {
    const { openRedisSignals } = await import('./redis-signals.ts');
    return openRedisSignals(local, { url, prefix, log });
  }
  const listenUrl = databaseListenUrl ?? databaseUrl;
  if (databaseUrl === null || listenUrl === null)
    return openNotifySignals(local, (heard) => openFolderWords(dataDir, heard, log), log);
  return openNotifySignals(local, (heard) => openNotifications(listenUrl, heard), log);
}

/** Signals that are somebody else's to share, or nobody's. */
export function notShared(local: Signals): SharedSignals {
  return { ...local, state: () => ({ kind: 'none', connected: true }), close: async () => {} };
}
