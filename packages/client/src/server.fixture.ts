// A server as people start it, and a model that says what it is told to.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type FakeModelServer, startFakeModelServer } from '@cadence-agents/testkit';
import { afterAll, beforeAll } from 'vitest';

interface Started {
  url: string;
  model: FakeModelServer;
}

export const adminKey = 'an-admin-key-for-tests-only';
const command = join(import.meta.dirname, '../../cli/bin/cadence.js');

/** One server for all tests of a file; `current` is there once they begin. */
export function startServer(): { readonly current: Started } {
  let started: Started | undefined;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const model = await startFakeModelServer();
    ends.push(() => model.close());
    const cwd = await mkdtemp(join(tmpdir(), 'cadence-client-'));
    ends.push(() => rm(cwd, { recursive: true, force: true }));
    const child = spawn(process.execPath, [command, 'serve', '--port', '0'], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        HOME: cwd,
        CADENCE_RUN_FROM: 'sources',
        CADENCE_LOG_LEVEL: 'silent',
        CADENCE_DRAIN_MS: '0',
        CADENCE_ADMIN_KEY: adminKey,
        CADENCE_DEFAULT_MODEL: 'openai:m',
        OPENAI_BASE_URL: model.url,
        OPENAI_API_KEY: 'x',
      },
    });
    const ended = once(child, 'exit');
    ends.push(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    for await (const line of createInterface(child.stdout)) {
      const url = /listens on (\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      started = { url, model };
      return;
    }
    throw new Error('It did not begin to listen.');
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return {
    get current() {
      if (!started) throw new Error('The server has not been started yet.');
      return started;
    },
  };
}
