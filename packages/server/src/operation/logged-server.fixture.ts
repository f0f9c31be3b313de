// A real server whose log is kept, with a real model server behind it, for tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CadenceClient, createClient } from '@cadence-agents/client';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { onTestFinished } from 'vitest';
import { type Server, serve } from '../serve.ts';
import { readSettings } from '../settings/read-settings.ts';
import { createLogger } from './create-logger.ts';

export interface LoggedServer extends Server {
  client: CadenceClient;
  model: FakeModelServer;
  dataDir: string;
  /** Everything logged so far. */
  log(): string;
  /** The same, line by line. */
  lines(): Record<string, unknown>[];
}

export async function startLoggedServer(env: Record<string, string> = {}): Promise<LoggedServer> {
  const model = await startFakeModelServer();
  onTestFinished(() => model.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'cadence-operation-'));
  const read = await readSettings(dataDir, {
    CADENCE_PORT: '0',
    CADENCE_DATA_DIR: dataDir,
    CADENCE_DRAIN_MS: '0',
    CADENCE_WATCHDOG_MS: '0',
    CADENCE_LOG_LEVEL: 'debug',
    CADENCE_DEFAULT_MODEL: 'openai:m',
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'the-key-of-the-model',
    ...env,
  });
  let log = '';
  const keep = {
    write(line: string) {
      log += line;
    },
  };
  const server = await serve({ ...read, logger: createLogger(read, keep) });
  onTestFinished(async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    ...server,
    model,
    dataDir,
    client: createClient({
      baseUrl: server.url,
      ...(env.CADENCE_ADMIN_KEY && { apiKey: env.CADENCE_ADMIN_KEY }),
    }),
    log: () => log,
    lines: () =>
      log
        .split('\n')
        .filter(Boolean)
        .map((line): Record<string, unknown> => JSON.parse(line)),
  };
}
