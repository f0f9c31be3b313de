import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../cli/bin/cadence.js', import.meta.url));

export interface StartedServer {
  url: string;
  stop: () => Promise<void>;
  /** Ends it as a crash would. */
  crash: () => Promise<void>;
  /** Starts it again at the same address, with the same data. */
  restart: () => Promise<void>;
}

/** `cadence serve` in a process and a data folder of its own. */
export async function startServer(env: Record<string, string>): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cadence-page-'));
  let server = await listen(dataDir, '0', env);
  const { url } = server;
  return {
    url,
    async stop() {
      await server.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
    crash: () => server.end('SIGKILL'),
    async restart() {
      server = await listen(dataDir, new URL(url).port, env);
    },
  };
}

async function listen(dataDir: string, port: string, env: Record<string, string>) {
  const server = spawn(process.execPath, [cli, 'serve', '--port', port, '--data-dir', dataDir], {
    env: { ...process.env, CADENCE_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const end = (signal: NodeJS.Signals) => {
    server.kill(signal);
    return ended;
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /listens on .*?(http:\/\/[\d.:]+\d)/.exec(line)?.[1];
    if (url !== undefined) {
      server.stdout.resume();
      return { url, end };
    }
  }
  throw new Error('The server ended before it listened.');
}
