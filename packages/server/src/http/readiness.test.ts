import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@cadence-agents/client';
import { startPostgres } from '@cadence-agents/storage/testing';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../serve.ts';
import { readSettings } from '../settings/read-settings.ts';
import { startServer } from './server.fixture.ts';

it('is ready while the database answers', async () => {
  const { client } = await startServer();
  expect(await client.ready()).toEqual({ status: 'ready' });
});

it('is not ready when the database is away, but alive', async () => {
  // Of its own: it is stopped.
  const postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'cadence-ready-'));
  const read = await readSettings(dataDir, {
    CADENCE_PORT: '0',
    CADENCE_DATA_DIR: dataDir,
    CADENCE_DATABASE_URL: await postgres.freshDatabase(),
    CADENCE_DRAIN_MS: '0',
    CADENCE_WATCHDOG_MS: '0',
  });
  const server = await serve({ ...read, logger: pino({ level: 'silent' }) });
  onTestFinished(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const client = createClient({ baseUrl: server.url });
  expect(await client.ready()).toEqual({ status: 'ready' });
  await postgres.stop();
  await expect(client.ready()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503 });
  expect(await client.health()).toMatchObject({ status: 'ok' });
  const metrics = await client.metrics();
  expect(metrics).toContain('cadence_runs_active 0');
  expect(metrics).not.toMatch(/^cadence_runs_queued /m);
}, 60_000);
