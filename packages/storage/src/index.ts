export type { Database, Queries, SqlRow, SqlValue, Statement, WriteOptions } from './database/database.ts';
export { statement } from './database/statement.ts';
export { type OpenedStore, openStore, type StoreOptions } from './open-store.ts';
export { removeRun } from './runs/remove-run.ts';
export { decodeStrict, encodeStrict } from './strict-json.ts';
