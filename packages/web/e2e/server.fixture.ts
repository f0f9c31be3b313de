import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type CadenceClient, createClient } from '@cadence/client';
import { type FakeModelServer, startFakeModelServer } from '@cadence/testkit';
import { afterAll, beforeAll } from 'vitest';

const bin = join(import.meta.dirname, '../../cli/bin/cadence.js');
// The first of all starts builds the page.
const START_MS = 240_000;

export interface Served {
  url: string;
  client: CadenceClient;
  model: FakeModelServer;
}

/** `cadence serve` in a folder of its own, talking to a scripted model. */
export function useServer(): Served {
  const served: Partial<Served> = {};
  const folder = mkdtempSync(join(tmpdir(), 'cadence-web-'));
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    const model = await startFakeModelServer();
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      CADENCE_DEFAULT_MODEL: 'openai:fake',
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'none',
      CADENCE_LOG_LEVEL: 'error',
    };
    child = spawn(process.execPath, [bin, 'serve', '--port', '0'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await addressOf(child);
    Object.assign(served, { url, model, client: createClient({ baseUrl: url }) });
  }, START_MS);
  afterAll(async () => {
    await served.model?.close();
    if (child?.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return started(served);
}

/** What is known once the server listens. */
function started(served: Partial<Served>): Served {
  const get = <K extends keyof Served>(name: K): Served[K] => {
    const value = served[name];
    if (value === undefined) throw new Error('The server is not there yet.');
    return value;
  };
  return {
    get url() {
      return get('url');
    },
    get client() {
      return get('client');
    },
    get model() {
      return get('model');
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no output to read its address from.');
  for await (const line of createInterface(child.stdout)) {
    const url = /listens on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The server ended before it listened; its errors are above.');
}
