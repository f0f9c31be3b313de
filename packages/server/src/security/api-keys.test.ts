import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyStore, Store } from '@cadence-agents/contracts';
import { openStore } from '@cadence-agents/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeys } from './api-keys.ts';

const adminKey = 'a-long-enough-admin-key';
const request = { role: 'operator', tenantId: 'acme', userId: 'ann' } as const;

describe('API keys', () => {
  let dataDir: string;
  let opened: Store;
  let finds: number;
  let store: KeyStore;
  let clock: number;
  const now = () => clock;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cadence-keys-'));
    opened = await openStore({ dataDir });
    clock = Date.now();
    finds = 0;
    const { keys } = opened;
    store = {
      ...keys,
      find: (id) => {
        finds += 1;
        return keys.find(id);
      },
    };
  });
  afterEach(async () => {
    await opened.close();
    rmSync(dataDir, { recursive: true });
  });

  it('tell who presents them', async () => {
    const keys = createApiKeys({ store, now });
    const { key, record } = await keys.createKey({ ...request, name: 'CI', scopes: ['math'] });
    expect(key).toMatch(/^cad_[0-9a-z]{12}_[0-9A-Za-z]{43}$/);
    expect(key.split('_')[1]).toBe(record.id);
    expect(await keys.authenticate(key)).toEqual({
      tenantId: 'acme',
      userId: 'ann',
      role: 'operator',
      keyId: record.id,
      scopes: ['math'],
      expiresAt: null,
      deployment: false,
    });
  });

  it('are kept without their secret', async () => {
    const keys = createApiKeys({ store, now });
    const { key, record } = await keys.createKey(request);
    const secret = key.split('_')[2] ?? '';
    const found = await opened.keys.find(record.id);
    expect(JSON.stringify([found, (await keys.list('acme')).items])).not.toContain(secret);
    expect(found?.secretHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are refused when anything about them is wrong', async () => {
    const keys = createApiKeys({ store, now, adminKey });
    const { key } = await keys.createKey(request);
    const other = (await keys.createKey(request)).key;
    const swapped = `${key.slice(0, 17)}${other.slice(17)}`;
    const wrong = [
      swapped,
      key.slice(0, -1),
      `${key}x`,
      ` ${key}`,
      key.toUpperCase(),
      '',
      'cad__',
      `${adminKey}x`,
    ];
    for (const text of wrong) expect(await keys.authenticate(text)).toBeUndefined();
    const last = key.at(-1) === 'a' ? 'b' : 'a';
    expect(await keys.authenticate(key.slice(0, -1) + last)).toBeUndefined();
    expect(await keys.authenticate(key)).toBeDefined();
  });

  it('end when they expire, also out of the cache', async () => {
    const keys = createApiKeys({ store, now });
    const { key } = await keys.createKey({ ...request, expiresInDays: 1 });
    clock += 86_400_000 - 1_000;
    expect(await keys.authenticate(key)).toBeDefined();
    clock += 1_000;
    expect(await keys.authenticate(key)).toBeUndefined();
    await expect(keys.createKey({ ...request, expiresInDays: 0 })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });

  it('are revoked at once here, and within seconds elsewhere', async () => {
    const here = createApiKeys({ store, now });
    const elsewhere = createApiKeys({ store, now });
    const { key, record } = await here.createKey(request);
    await Promise.all([here.authenticate(key), elsewhere.authenticate(key)]);
    await here.revoke('acme', record.id);
    expect(await here.authenticate(key)).toBeUndefined();
    expect(await elsewhere.authenticate(key)).toBeDefined();
    clock += 3_000;
    expect(await elsewhere.authenticate(key)).toBeUndefined();
    await expect(here.revoke('other', record.id)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
  });

  it('do not come back when they are revoked while they are read', async () => {
    const slow = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    const keys = createApiKeys({
      now,
      store: {
        ...store,
        find: async (id) => {
          const found = await store.find(id);
          reading.resolve();
          await slow.promise;
          return found;
        },
      },
    });
    const { key, record } = await keys.createKey(request);
    const before = keys.authenticate(key);
    await reading.promise;
    await keys.revoke('acme', record.id);
    slow.resolve();
    await before;
    expect(await keys.authenticate(key)).toBeUndefined();
  });

  it('are read once in a few seconds, however often they are used', async () => {
    const keys = createApiKeys({ store, now });
    const { key } = await keys.createKey(request);
    for (let index = 0; index < 10; index++) await keys.authenticate(key);
    expect(finds).toBe(1);
    clock += 3_000;
    await keys.authenticate(key);
    expect(finds).toBe(2);
  });

  it('are kept in mind up to a thousand', async () => {
    const keys = createApiKeys({ store, now });
    const creations = Array.from({ length: 1_001 }, () => keys.createKey(request));
    const made = (await Promise.all(creations)).map(({ key }) => key);
    for (const key of made) await keys.authenticate(key);
    expect(finds).toBe(1_001);
    await keys.authenticate(made.at(-1) ?? '');
    expect(finds).toBe(1_001);
    await keys.authenticate(made[0] ?? '');
    expect(finds).toBe(1_002);
  });

  it('note their use, once a minute', async () => {
    let touches = 0;
    const touch = async (id: string) => {
      touches += 1;
      await opened.keys.touch(id);
    };
    const keys = createApiKeys({ store: { ...store, touch }, now });
    const { key, record } = await keys.createKey(request);
    for (let index = 0; index < 5; index++) await keys.authenticate(key);
    expect(touches).toBe(1);
    await expect.poll(async () => (await store.find(record.id))?.record.lastUsedAt).not.toBeNull();
    clock += 30_000;
    await keys.authenticate(key);
    expect(touches).toBe(1);
    clock += 31_000;
    await keys.authenticate(key);
    expect(touches).toBe(2);
  });

  it('let the admin key of the settings do everything, without the store', async () => {
    const keys = createApiKeys({ store, now, adminKey });
    expect(await keys.authenticate(adminKey)).toEqual({
      tenantId: 'local',
      userId: null,
      role: 'admin',
      keyId: 'admin',
      scopes: null,
      expiresAt: null,
      deployment: true,
    });
    expect(finds).toBe(0);
    const without = createApiKeys({ store, now, adminKey: null });
    for (const text of [adminKey, '', 'null']) expect(await without.authenticate(text)).toBeUndefined();
  });
});
