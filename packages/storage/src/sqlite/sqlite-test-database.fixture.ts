import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenTestDatabase, TestDatabase } from '../conformance/test-database.ts';
import { type OpenedStore, openWithDatabase } from '../open-store.ts';
import { databaseFile } from './data-folder.ts';

/** A data folder of its own. */
export async function sqliteTestDatabase(): Promise<TestDatabase & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cadence-sqlite-'));
  const archiveDir = join(dataDir, 'archive');
  const opened: OpenedStore[] = [];
  return {
    dataDir,
    archiveDir,
    async connect() {
      const connected = await openWithDatabase({ dataDir, archive: { url: archiveDir } });
      opened.push(connected);
      return connected;
    },
    async dispose() {
      await Promise.all(opened.map(({ store }) => store.close()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Gives each test a copy of one empty database: its tables take longer to make. */
export function copiedSqlite(): OpenTestDatabase {
  let made: Promise<Buffer> | undefined;
  return async () => {
    made ??= emptyFile();
    const test = await sqliteTestDatabase();
    await writeFile(join(test.dataDir, databaseFile), await made, { mode: 0o600 });
    return test;
  };
}

async function emptyFile(): Promise<Buffer> {
  const { dataDir, connect, dispose } = await sqliteTestDatabase();
  const { store } = await connect();
  await store.close();
  const content = await readFile(join(dataDir, databaseFile));
  await dispose();
  return content;
}
