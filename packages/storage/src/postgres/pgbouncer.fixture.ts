// A real PgBouncer in transaction mode, before a server of the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@cadence-agents/testkit';
import pg from 'pg';

const path = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);

/** Why tests that need it are left out, if they are. */
export const noPgBouncer = path ? undefined : 'PgBouncer is not installed';

export interface PgBouncer {
  /** The same database by way of it. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** With so few sessions that transactions of one client are on many, and those of many clients on one. */
export async function startPgBouncer(serverUrl: string, sessions = 3): Promise<PgBouncer> {
  if (!path) throw new Error(noPgBouncer);
  const server = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'cadence-pgbouncer-'));
  const port = await freePort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    pool_mode: 'transaction',
    auth_type: 'any',
    default_pool_size: sessions,
    max_client_conn: 500,
    server_idle_timeout: 1,
    server_check_delay: 0,
    server_login_retry: 0.1,
  };
  const config = join(folder, 'pgbouncer.ini');
  await writeFile(
    config,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  );
  // It refuses to be root, and must be able to read this as somebody else.
  await chmod(folder, 0o755);
  const asSomebody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const bouncer = spawn(path, [...asSomebody, config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  bouncer.stderr.on('data', (text) => {
    said += text;
  });
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.port = String(port);
    return url.href;
  };
  const stop = async () => {
    if (bouncer.exitCode === null) {
      bouncer.kill('SIGTERM');
      await once(bouncer, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  while (!(await answers(urlOf(serverUrl)))) {
    if (bouncer.exitCode !== null) {
      await stop();
      throw new Error(`PgBouncer did not start: ${said}`);
    }
    // Tries again after a moment: PgBouncer does not say when it listens.
    await delay(20);
  }
  return { urlOf, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
}
