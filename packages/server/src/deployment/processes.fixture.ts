// Several servers on one database, each in a process of its own and with a folder of its own, as on several machines.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type CadenceClient, createClient } from '@cadence-agents/client';
import { sharedPostgres } from '@cadence-agents/storage/testing';
import { afterAll, onTestFinished } from 'vitest';

const program = fileURLToPath(import.meta.resolve('./server-process.fixture.ts'));

export interface ServerProcess {
  url: string;
  pid: number;
  client: CadenceClient;
  stop(): Promise<void>;
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>;
}

export interface Deployment {
  folder: string;
  /** Starts a server, which keeps what it unpacks in the folder of that name. */
  start(name: string, env?: Record<string, string>, options?: { worker?: boolean }): Promise<ServerProcess>;
}

/** The databases that a deployment may be on; its processes and what they kept end with the test. */
export function deployments(): { name: string; open: () => Promise<Deployment> }[] {
  const postgres = sharedPostgres();
  afterAll(postgres.drop);
  return [
    { name: 'SQLite', open: () => openDeployment(async () => ({})) },
    {
      name: 'PostgreSQL',
      open: () => openDeployment(async () => ({ CADENCE_DATABASE_URL: await postgres.freshDatabase() })),
    },
  ];
}

async function openDeployment(database: () => Promise<Record<string, string>>): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-deployment-'));
  const running = new Set<ServerProcess>();
  onTestFinished(async () => {
    await Promise.all([...running].map((each) => each.stop()));
    await rm(folder, { recursive: true, force: true });
  });
  const shared = await database();
  return {
    folder,
    async start(name, env = {}, { worker = true } = {}) {
      await mkdir(join(folder, name), { recursive: true });
      const started = await startProcess(
        {
          CADENCE_DATA_DIR: join(folder, 'data'),
          CADENCE_STORE_PLUGIN: join(folder, name, 'plugins'),
          ...shared,
          ...env,
        },
        join(folder, name),
        worker,
      );
      running.add(started);
      return started;
    },
  };
}

async function startProcess(
  env: Record<string, string>,
  cwd: string,
  worker: boolean,
): Promise<ServerProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const settings = { CADENCE_PORT: '0', CADENCE_DRAIN_MS: '0', CADENCE_ENABLE_UPLOADS: 'true' };
  const child = spawn(process.execPath, [program, ...(worker ? [] : ['--no-worker'])], {
    cwd,
    env: { PATH, HOME, ...settings, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [url] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('The server ended before it had an address.'))),
  ]);
  const apiKey = env.CADENCE_ADMIN_KEY;
  return {
    url,
    pid: child.pid ?? 0,
    client: createClient({ baseUrl: url, ...(apiKey !== undefined && { apiKey }) }),
    async stop() {
      child.stdin.end();
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
