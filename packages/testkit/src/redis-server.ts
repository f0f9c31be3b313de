// A real Redis for tests, on a port of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const path = ['valkey-server', 'redis-server']
  .flatMap((name) => ['/usr/bin', '/usr/local/bin', '/usr/sbin'].map((folder) => join(folder, name)))
  .find(existsSync);

/** Why tests that need it are left out, if they are. */
export const noRedis = path ? undefined : 'redis-server is not installed';

export interface RedisServer {
  url: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const password = 'only-for-tests';

/** `tls`: the files of a certificate for `localhost`; then it speaks nothing else. */
export async function startRedis(tls?: { cert: string; key: string }): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cadence-redis-'));
  const port = await freePort();
  let server: ChildProcess | undefined;
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  const start = async () => {
    if (!path) throw new Error(noRedis);
    const where = ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--requirepass', password];
    const ports = tls
      ? ['--port', '0', '--tls-port', String(port), '--tls-cert-file', tls.cert, '--tls-key-file', tls.key]
      : ['--port', String(port)];
    const withTls = tls ? ['--tls-ca-cert-file', tls.cert, '--tls-auth-clients', 'no'] : [];
    const child = spawn(path, [...ports, ...withTls, ...where], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server = child;
    for await (const text of child.stdout)
      if (/Ready to accept connections/.test(String(text))) return void child.stdout.resume();
    throw new Error('Redis did not start.');
  };
  await start();
  return {
    url: tls ? `rediss://:${password}@localhost:${port}` : `redis://:${password}@127.0.0.1:${port}`,
    kill,
    start,
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
