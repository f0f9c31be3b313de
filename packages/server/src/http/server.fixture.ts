// A real server on a free port, for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CadenceClient, createClient } from '@cadence-agents/client';
import { pino } from 'pino';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Server, serve } from '../serve.ts';
import { readSettings } from '../settings/read-settings.ts';

export interface TestServer extends Server {
  client: CadenceClient;
  dataDir: string;
  /** A client with another key. */
  as(apiKey: string | undefined): CadenceClient;
}

export const adminKey = 'an-admin-key-for-tests-only';

/** Starts a server with these settings, `CADENCE_` names and providers' keys; it ends with the test. */
export async function startServer(env: Record<string, string> = {}): Promise<TestServer> {
  const { server, end } = await openServer(env);
  onTestFinished(end);
  return server;
}

/** One server for all tests of a file; `current` is there once they begin. */
export function startLastingServer(env: Record<string, string> = {}): { readonly current: TestServer } {
  let opened: Awaited<ReturnType<typeof openServer>> | undefined;
  beforeAll(async () => {
    opened = await openServer(env);
  });
  afterAll(() => opened?.end());
  return {
    get current() {
      if (!opened) throw new Error('The server has not been started yet.');
      return opened.server;
    },
  };
}

/** Starts a server that the caller ends. */
export async function openServer(
  env: Record<string, string>,
): Promise<{ server: TestServer; end: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cadence-server-'));
  const settings = {
    CADENCE_PORT: '0',
    CADENCE_DATA_DIR: dataDir,
    CADENCE_DRAIN_MS: '0',
    // The process is that of the tests.
    CADENCE_WATCHDOG_MS: '0',
  };
  const read = await readSettings(dataDir, { ...settings, ...env });
  const server = await serve({ ...read, logger: pino({ level: 'silent' }) });
  const as = (apiKey: string | undefined) =>
    createClient({ baseUrl: server.url, ...(apiKey !== undefined && { apiKey }) });
  return {
    server: { ...server, dataDir, as, client: as(env.CADENCE_ADMIN_KEY) },
    async end() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
