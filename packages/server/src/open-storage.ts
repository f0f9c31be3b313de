import type { Store } from '@cadence/contracts';
import { openStore, type StoreOptions } from '@cadence/storage';
import type { Settings } from './settings/setting-table.ts';

/** Where the settings have everything kept. */
export function storageOptions({ databaseUrl, dataDir }: Settings): StoreOptions {
  return databaseUrl ? { databaseUrl } : { dataDir };
}

/** What is kept, to look at or to change, with nobody at work on it. */
export function openStorage(settings: Settings): Promise<Store> {
  return openStore(storageOptions(settings));
}
