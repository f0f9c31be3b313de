import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';

const path = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].find(existsSync);

/** A bus for the time of a bench, where one is installed. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (!path) return undefined;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  const port = typeof address === 'object' && address ? address.port : 0;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', tmpdir(), '--save', ''];
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) if (line.includes('Ready to accept')) break;
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
