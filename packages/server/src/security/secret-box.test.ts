import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@cadence-agents/contracts';
import { openStore } from '@cadence-agents/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const oneKey = randomBytes(32).toString('base64');
const otherKey = randomBytes(32).toString('base64url');

describe('the secret box', () => {
  let dataDir: string;
  let store: Store;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cadence-secrets-'));
    store = await openStore({ dataDir });
  });
  afterEach(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const box = (secretKey: string | null = oneKey, ...secretKeysOld: string[]) =>
    createSecretBox(store.secrets, { secretKey, secretKeysOld, dataDir });
  const unreadable = { code: 'SECRET_UNREADABLE' };

  it('gives back what was put in, and keeps nothing that can be read', async () => {
    const value = 'sk-very-secret 😀 \0';
    await box().put('acme', 'openai', value);
    expect(await box().get('acme', 'openai')).toBe(value);
    await store.close();
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1'));
    expect(files.some((text) => text.includes('acme'))).toBe(true);
    expect(files.some((text) => text.includes('sk-very-secret'))).toBe(false);
    expect(existsSync(join(dataDir, 'secret.key'))).toBe(false);
  });

  it('lists names, replaces and deletes', async () => {
    const secrets = box();
    await secrets.put('acme', 'a', '1');
    await secrets.put('acme', 'a', '2');
    expect(await secrets.get('acme', 'a')).toBe('2');
    expect(await secrets.list('acme')).toEqual([{ name: 'a', updatedAt: expect.any(String) }]);
    expect(await secrets.delete('acme', 'a')).toBe(true);
    expect(await secrets.get('acme', 'a')).toBeUndefined();
  });

  it('never seals the same value to the same text', async () => {
    const sealed = async () => {
      await box().put('acme', 'a', 'same');
      return store.secrets.get('acme', 'a');
    };
    expect(await sealed()).not.toBe(await sealed());
  });

  it('does not open what was moved to another name or tenant', async () => {
    const { secrets } = store;
    await box().put('acme', 'a', 'x');
    const envelope = (await secrets.get('acme', 'a')) ?? '';
    await secrets.put('acme', 'b', envelope);
    await secrets.put('other', 'a', envelope);
    await expect(box().get('acme', 'b')).rejects.toMatchObject(unreadable);
    await expect(box().get('other', 'a')).rejects.toMatchObject(unreadable);
    expect(await box().get('acme', 'a')).toBe('x');
  });

  it('does not open what was altered, at whatever place', async () => {
    const { secrets } = store;
    await box().put('acme', 'a', 'some secret');
    const envelope = (await secrets.get('acme', 'a')) ?? '';
    const body = envelope.lastIndexOf('.') + 1;
    for (let at = body; at < envelope.length; at += 3) {
      const letter = envelope[at] === 'A' ? 'B' : 'A';
      await secrets.put('acme', 'a', envelope.slice(0, at) + letter + envelope.slice(at + 1));
      await expect(box().get('acme', 'a')).rejects.toMatchObject(unreadable);
    }
    for (const broken of [
      '',
      'x',
      envelope.slice(0, body),
      envelope.slice(0, -8),
      `s2${envelope.slice(2)}`,
    ]) {
      await secrets.put('acme', 'a', broken);
      await expect(box().get('acme', 'a')).rejects.toMatchObject(unreadable);
    }
  });

  it('says what to do when the key is another, and reads with former keys', async () => {
    await box(oneKey).put('acme', 'a', 'x');
    const error = await box(otherKey)
      .get('acme', 'a')
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ ...unreadable, hint: expect.stringContaining('CADENCE_SECRET_KEYS_OLD') });
    const rotated = box(otherKey, oneKey);
    expect(await rotated.get('acme', 'a')).toBe('x');
    await rotated.put('acme', 'a', 'x');
    expect(await box(otherKey).get('acme', 'a')).toBe('x');
  });

  it('takes a passphrase', async () => {
    await box('correct horse battery').put('acme', 'a', 'x');
    expect(await box('correct horse battery').get('acme', 'a')).toBe('x');
    await expect(box('correct horse batterx').get('acme', 'a')).rejects.toMatchObject(unreadable);
  });

  it('makes a key file that only its owner can read, one for all that start together', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => box(null).put('acme', name, name)));
    for (const name of ['a', 'b', 'c', 'd']) expect(await box(null).get('acme', name)).toBe(name);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('secret.key'))).toEqual(['secret.key']);
  });

  it('does not replace a key file that is damaged', async () => {
    writeFileSync(join(dataDir, 'secret.key'), '');
    await expect(box(null).put('acme', 'a', 'x')).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe('');
  });
});
