export type { Database, Queries, SqlRow, SqlValue, Statement, WriteOptions } from './database/database.ts';
export { statement } from './database/statement.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { decodeStrict, encodeStrict } from './strict-json.ts';
