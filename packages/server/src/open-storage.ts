import type { Store } from '@cadence/contracts';
import {
  backUpDatabase,
  checkDatabase,
  type DatabaseReport,
  databaseStatus,
  migrateDatabase,
  type Notifications,
  type NotificationsOptions,
  openNotifications as openAt,
  openStore,
  restoreDatabase,
  type StoreOptions,
} from '@cadence/storage';
import type { Settings } from './settings/setting-table.ts';

export type { DatabaseReport };

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/** Where the settings have everything kept. */
function storageOptions({ databaseUrl, dataDir }: Place): StoreOptions {
  return databaseUrl ? { databaseUrl } : { dataDir };
}

/** What is kept, to look at or to change, with nobody at work on it. */
export function openStorage(
  { stateCacheMb, ...place }: Place & Pick<Settings, 'stateCacheMb'>,
  options: { quickCheck?: boolean } = {},
): Promise<Store> {
  return openStore({ ...storageOptions(place), stateCacheMb, ...options });
}

/** What the database is, and what its schema lacks. */
export const storageStatus = (settings: Place) => databaseStatus(storageOptions(settings));

/** Brings the schema of the database up to date. */
export const migrateStorage = (settings: Place) => migrateDatabase(storageOptions(settings));

/** What is wrong with the database, if anything. */
export function checkStorage(settings: Place): Promise<DatabaseReport> {
  return checkDatabase(storageOptions(settings));
}

/** Copies the database into one file, while others work on it. */
export function backUpStorage(settings: Place, file: string): Promise<{ bytes: number }> {
  return backUpDatabase(storageOptions(settings), file);
}

/** Puts such a copy in the place of the database; `replaced` is where that is now. */
export function restoreStorage(settings: Place, file: string): Promise<{ replaced: string | null }> {
  return restoreDatabase(storageOptions(settings), file);
}

/** Words between the processes on one PostgreSQL; the URL is of the server itself, not of a pooler before it. */
export function openNotifications(
  databaseUrl: string,
  heard: Omit<NotificationsOptions, 'databaseUrl'>,
): Promise<Notifications> {
  return openAt({ databaseUrl, ...heard });
}
