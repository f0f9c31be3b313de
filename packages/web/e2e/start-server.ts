import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../cli/bin/cadence.js', import.meta.url));

/** `cadence serve` in a process and a data folder of its own. */
export async function startServer(
  env: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cadence-page-'));
  const server = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data-dir', dataDir], {
    env: { ...process.env, CADENCE_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /listens on .*?(http:\/\/[\d.:]+\d)/.exec(line)?.[1];
    if (url !== undefined) {
      server.stdout.resume();
      return { url, stop };
    }
  }
  throw new Error('The server ended before it listened.');
}
