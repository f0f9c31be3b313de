import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '../conformance/test-database.ts';
import { type OpenedStore, openWithDatabase } from '../open-store.ts';

/** Stores on the database at the URL, which the server's end removes. */
export function postgresTestDatabase(databaseUrl: string): TestDatabase {
  const archiveDir = mkdtempSync(join(tmpdir(), 'cadence-archive-'));
  const opened: OpenedStore[] = [];
  return {
    archiveDir,
    async connect() {
      const connected = await openWithDatabase({ databaseUrl, archive: { url: archiveDir } });
      opened.push(connected);
      return connected;
    },
    async dispose() {
      await Promise.all(opened.map(({ store }) => store.close()));
      await rm(archiveDir, { recursive: true, force: true });
    },
  };
}
