import type { Store, WorkLimits } from '@cadence-agents/contracts';
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
  type ShrinkReport,
  type StoreOptions,
  shrinkDatabase,
} from '@cadence-agents/storage';
import { s3Access } from './security/s3-access.ts';
import type { ReadSettings } from './settings/read-settings.ts';
import type { Settings } from './settings/setting-table.ts';

export type { DatabaseReport, ShrinkReport };

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'> & Partial<Pick<Settings, 'databaseReplicaUrl'>>;

/** Where the settings have everything kept. */
function storageOptions({ databaseUrl, databaseReplicaUrl, dataDir }: Place): StoreOptions {
  return databaseUrl ? { databaseUrl, replicaUrl: databaseReplicaUrl ?? undefined } : { dataDir };
}

/** What is kept, to look at or to change, with nobody at work on it. */
export function openStorage(
  {
    stateCacheMb,
    archiveUrl,
    allowedHosts,
    ...place
  }: Place & Pick<Settings, 'stateCacheMb' | 'archiveUrl' | 'allowedHosts'>,
  { env = {}, ...options }: { quickCheck?: boolean; env?: ReadSettings['env']; limits?: WorkLimits } = {},
): Promise<Store> {
  const archive =
    archiveUrl === null ? undefined : { url: archiveUrl, s3: () => s3Access(env, allowedHosts) };
  return openStore({ ...storageOptions(place), stateCacheMb, archive, ...options });
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

/** Gives back to the disk what removed conversations took. */
export function shrinkStorage(settings: Place): Promise<ShrinkReport> {
  return shrinkDatabase(storageOptions(settings));
}

/** Words between the processes on one PostgreSQL; the URL is of the server itself, not of a pooler before it. */
export function openNotifications(
  databaseUrl: string,
  heard: Omit<NotificationsOptions, 'databaseUrl'>,
): Promise<Notifications> {
  return openAt({ databaseUrl, ...heard });
}
