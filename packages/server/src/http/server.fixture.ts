// A real server on a free port, for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CadenceClient, createClient } from '@cadence/client';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
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
  const dataDir = await mkdtemp(join(tmpdir(), 'cadence-server-'));
  const read = await readSettings(dataDir, {
    CADENCE_PORT: '0',
    CADENCE_DATA_DIR: dataDir,
    CADENCE_DRAIN_MS: '0',
    ...env,
  });
  const server = await serve({ ...read, logger: pino({ level: 'silent' }) });
  onTestFinished(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const as = (apiKey: string | undefined) =>
    createClient({ baseUrl: server.url, ...(apiKey !== undefined && { apiKey }) });
  return { ...server, dataDir, as, client: as(env.CADENCE_ADMIN_KEY) };
}
