import { type OpenedStore, openStore, type StoreOptions } from '@cadence/storage';
import type { Settings } from './settings/setting-table.ts';

/** Where the settings have everything kept. */
export function storageOptions({ databaseUrl, dataDir }: Settings): StoreOptions {
  return databaseUrl ? { databaseUrl } : { dataDir };
}

/** What is kept, to look at or to change, with nobody at work on it. */
export function openStorage(settings: Settings): Promise<OpenedStore> {
  return openStore(storageOptions(settings));
}

export type { OpenedStore };
