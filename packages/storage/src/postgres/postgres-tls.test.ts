import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '@cadence-agents/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRun } from '../conformance/samples.fixture.ts';
import { openStore } from '../open-store.ts';
import { openNotifications } from './notifications.ts';
import { type PostgresServer, startPostgres } from './postgres-server.fixture.ts';

describe('PostgreSQL over TLS', () => {
  let folder: string;
  let server: PostgresServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cadence-tls-'));
    chmodSync(folder, 0o755);
    const { cert, key } = selfSigned(folder);
    // The server reads no key that others could read, and is not root.
    if (userInfo().uid === 0) chownSync(key, ...postgresUser());
    // Of its own: it has a certificate.
    server = await startPostgres({ ssl: 'on', ssl_cert_file: cert, ssl_key_file: key });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const urlOf = async (host: string, query: string) => {
    const url = new URL(await server.freshDatabase());
    url.hostname = host;
    return `${url.href}?${query}`;
  };
  const trusted = () => `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, 'server.crt'))}`;

  it.each(['require', 'verify-full'])(
    'is spoken with sslmode=%s, by queries and notifications',
    async (mode) => {
      const databaseUrl = await urlOf('localhost', mode === 'require' ? 'sslmode=require' : trusted());
      const store = await openStore({ databaseUrl });
      expect(await store.runs.accept(newRun())).toMatchObject({ position: 1 });
      const heard: string[] = [];
      const notifications = await openNotifications({
        databaseUrl,
        onPayload: (payload) => heard.push(payload),
        onListening: () => {},
        onMet: () => {},
        onDeaf: () => {},
      });
      expect(await notifications.notify(['hello'])).toBe(true);
      await expect.poll(() => heard).toEqual(['hello']);
      await notifications.close();
      await store.close();
    },
  );

  it.each([
    ['a CA that is not known', 'localhost', 'sslmode=verify-full'],
    ['a name that is not in the certificate', '127.0.0.1', ''],
  ])('is refused for %s', async (_, host, query) => {
    await expect(openStore({ databaseUrl: await urlOf(host, query || trusted()) })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('certificate'),
      hint: expect.stringContaining('sslrootcert'),
    });
  });
});

/** Whom the embedded server runs as where the tests are root. */
function postgresUser(): [uid: number, gid: number] {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return [id('-u'), id('-g')];
}
