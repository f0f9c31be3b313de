export {
  backUpDatabase,
  checkDatabase,
  type DatabaseReport,
  databaseStatus,
  migrateDatabase,
  restoreDatabase,
  type ShrinkReport,
  shrinkDatabase,
} from './care.ts';
export { openNotifications } from './open-notifications.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export type { Notifications, NotificationsOptions } from './postgres/notifications.ts';
