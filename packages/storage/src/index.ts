export {
  backUpDatabase,
  checkDatabase,
  type DatabaseReport,
  restoreDatabase,
  type ShrinkReport,
  shrinkDatabase,
} from './care.ts';
export { openStore, type StoreOptions } from './open-store.ts';
