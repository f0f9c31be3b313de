// What a release keeps of itself for those that come after it: a database that its program has written.
import { join } from 'node:path';
import { startPostgres } from '@cadence-agents/storage/testing';
import { databaseKinds, keepRelease, makeRelease } from '../packages/server/src/upgrades/release.fixture.ts';

const usage = `npm run release-database -- VERSION

Has the program of this checkout live in a new database, on SQLite and on PostgreSQL, and keeps both with what it told
of them in packages/server/src/upgrades/releases/VERSION. The tests open them with every later program.`;

const [version] = process.argv.slice(2);
if (version === undefined || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) {
  console.error(usage);
  process.exitCode = 1;
} else {
  const folder = join(import.meta.dirname, '../packages/server/src/upgrades/releases', version);
  const postgres = await startPostgres();
  try {
    for (const kind of databaseKinds) {
      const release = await makeRelease(kind, postgres.freshDatabase);
      await keepRelease(folder, kind, release);
      console.log(`${kind}: ${release.database.length} bytes`);
    }
  } finally {
    await postgres.stop();
  }
}
