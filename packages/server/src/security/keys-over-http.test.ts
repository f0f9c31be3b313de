import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, type Server, serve } from '../serve.ts';
import { readSettings } from '../settings/read-settings.ts';
import { createApiKeys } from './api-keys.ts';

const adminKey = 'a-long-enough-admin-key';

describe('a server with keys', () => {
  let dataDir: string;
  let server: Server;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cadence-http-keys-'));
    const env = {
      CADENCE_DATA_DIR: dataDir,
      CADENCE_PORT: '0',
      CADENCE_ADMIN_KEY: adminKey,
      CADENCE_LOG_LEVEL: 'silent',
    };
    const read = await readSettings(dataDir, env);
    server = await serve({ ...read, logger: createLogger(read) });
  });
  afterEach(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true });
  });
  const whoAmI = (key: string) =>
    fetch(`${server.url}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } });

  it('knows who presents one', async () => {
    const keys = createApiKeys({ store: server.cadence.store.keys });
    const { key, record } = await keys.createKey({ role: 'author', tenantId: 'acme', userId: 'ann' });
    const reply = await whoAmI(key);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      tenantId: 'acme',
      userId: 'ann',
      role: 'author',
      keyId: record.id,
    });
    expect(await (await whoAmI(adminKey)).json()).toMatchObject({ tenantId: 'local', role: 'admin' });
  });

  it('refuses one that is wrong or revoked, and does what the role allows only', async () => {
    const keys = createApiKeys({ store: server.cadence.store.keys });
    const { key, record } = await keys.createKey({ role: 'viewer', tenantId: 'acme' });
    await keys.revoke('acme', record.id);
    for (const bad of [key, 'cad_x_y', 'nonsense']) expect((await whoAmI(bad)).status).toBe(401);
    const viewer = await keys.createKey({ role: 'viewer', tenantId: 'acme' });
    const headers = { Authorization: `Bearer ${viewer.key}` };
    const reload = await fetch(`${server.url}/api/v1/plugins/reload`, { method: 'POST', headers });
    expect(reload.status).toBe(403);
  });
});
