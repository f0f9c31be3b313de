export { backUpDatabase, checkDatabase, type DatabaseReport, restoreDatabase } from './care.ts';
export { openStore, type StoreOptions } from './open-store.ts';
