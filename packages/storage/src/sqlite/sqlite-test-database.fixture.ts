import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '../conformance/test-database.ts';
import { type OpenedStore, openWithDatabase } from '../open-store.ts';

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
