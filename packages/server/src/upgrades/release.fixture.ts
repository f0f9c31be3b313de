// The databases of releases: made by the program of that time, kept small beside this file, opened by every later one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { createClient } from '@cadence-agents/client';
import { dumpPostgres, loadPostgres } from '@cadence-agents/storage/testing';
import { adminKey, beginToGreet, liveIn, tell } from './lived-in.fixture.ts';

const program = join(import.meta.dirname, '../deployment/server-process.fixture.ts');

/** How every program is started on such a database. */
export const releaseSettings = {
  CADENCE_PORT: '0',
  CADENCE_ADMIN_KEY: adminKey,
  CADENCE_SECRET_KEY: 'a passphrase for tests only',
  CADENCE_DEFAULT_MODEL: 'offline',
  CADENCE_ENABLE_UPLOADS: 'true',
  CADENCE_LEASE_MS: '1000',
  CADENCE_DRAIN_MS: '0',
};

export const databaseKinds = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** A release's database on either kind, as bytes, with what the program that wrote it told of it. */
export interface Release {
  database: Buffer;
  told: Told;
}
export type Told = Awaited<ReturnType<typeof tell>> & { key: string };

const fileNames = {
  SQLite: { database: 'sqlite.db.gz', told: 'sqlite.told.json' },
  PostgreSQL: { database: 'postgres.sql', told: 'postgres.told.json' },
};

/** Has the program of this checkout live in a new database and kills it there. */
export async function makeRelease(
  kind: DatabaseKind,
  freshDatabase: () => Promise<string>,
): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-release-'));
  const model = await refusingModel();
  try {
    const databaseUrl = kind === 'PostgreSQL' ? await freshDatabase() : undefined;
    const told = await liveAndDie(folder, {
      OPENAI_BASE_URL: model.url,
      ...(databaseUrl !== undefined && { CADENCE_DATABASE_URL: databaseUrl }),
    });
    const database =
      databaseUrl === undefined
        ? await packSqlite(join(folder, 'cadence.db'))
        : Buffer.from(await dumpPostgres(databaseUrl));
    return { database, told };
  } finally {
    model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function liveAndDie(folder: string, env: Record<string, string>): Promise<Told> {
  const { PATH = '', HOME = '' } = process.env;
  const places = { CADENCE_DATA_DIR: folder, CADENCE_STORE_PLUGIN: join(folder, 'plugins') };
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH, HOME, ...releaseSettings, ...places, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const [baseUrl] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      ended.then(() => Promise.reject(new Error('The server ended before it had an address.'))),
    ]);
    const client = createClient({ baseUrl, apiKey: adminKey });
    const { key } = await liveIn(client);
    const told = await tell(client);
    await beginToGreet(client);
    return { ...told, key };
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

/** A model that takes no key, at once and for good. */
async function refusingModel() {
  const server = createServer((_, response) => response.writeHead(401).end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return { url: `http://127.0.0.1:${address.port}/v1`, close: () => server.close() };
}

async function packSqlite(file: string): Promise<Buffer> {
  const copy = `${file}.copy`;
  const database = new DatabaseSync(file);
  database.prepare('VACUUM INTO ?').run(copy);
  database.close();
  return promisify(gzip)(await readFile(copy), { level: constants.Z_BEST_COMPRESSION });
}

export async function keepRelease(folder: string, kind: DatabaseKind, { database, told }: Release) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, fileNames[kind].database), database);
  await writeFile(join(folder, fileNames[kind].told), `${JSON.stringify(told, null, 1)}\n`);
}

export async function readRelease(folder: string, kind: DatabaseKind): Promise<Release> {
  const told: Told = JSON.parse(await readFile(join(folder, fileNames[kind].told), 'utf8'));
  return { database: await readFile(join(folder, fileNames[kind].database)), told };
}

/** Puts it in the place of an empty database; answers with the settings that lead there. */
export async function placeRelease(
  dataDir: string,
  kind: DatabaseKind,
  { database }: Pick<Release, 'database'>,
  freshDatabase: () => Promise<string>,
): Promise<Record<string, string>> {
  const places = { CADENCE_DATA_DIR: dataDir, CADENCE_STORE_PLUGIN: join(dataDir, 'plugins') };
  if (kind === 'SQLite') {
    await writeFile(join(dataDir, 'cadence.db'), await promisify(gunzip)(database), { mode: 0o600 });
    return places;
  }
  const databaseUrl = await freshDatabase();
  await loadPostgres(databaseUrl, database.toString());
  return { ...places, CADENCE_DATABASE_URL: databaseUrl };
}
