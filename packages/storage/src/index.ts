export type { ArchiveOptions } from './archive/open-objects.ts';
export type { S3Access } from './archive/s3-objects.ts';
export {
  backUpDatabase,
  checkDatabase,
  type DatabaseReport,
  databaseStatus,
  migrateDatabase,
  restoreDatabase,
} from './care.ts';
export { openNotifications } from './open-notifications.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export type { Notifications, NotificationsOptions } from './postgres/notifications.ts';
