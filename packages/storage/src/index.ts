export {
  backUpDatabase,
  checkDatabase,
  type DatabaseReport,
  databaseStatus,
  migrateDatabase,
  restoreDatabase,
} from './care.ts';
export { openStore, type StoreOptions } from './open-store.ts';
