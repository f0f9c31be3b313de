import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CadenceError, type SecretStore } from '@cadence-agents/contracts';
import type { Settings } from '../settings/setting-table.ts';
import { type SecretKey, secretKeyFile, secretKeyOf } from './secret-key.ts';

/** Secrets by name: encrypted on their way into the store, decrypted on their way out. */
export interface SecretBox {
  put(tenantId: string, name: string, value: string): Promise<void>;
  get(tenantId: string, name: string): Promise<string | undefined>;
  list(tenantId: string): Promise<{ name: string; updatedAt: string }[]>;
  delete(tenantId: string, name: string): Promise<boolean>;
}

interface Keys {
  current: SecretKey;
  old: readonly SecretKey[];
  byId: ReadonlyMap<string, SecretKey>;
}

const VERSION = 's1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(store: SecretStore, settings: KeySettings): SecretBox {
  const keys = lazyKeys(settings);
  return {
    async put(tenantId, name, value) {
      await store.put(tenantId, name, seal(await keys(), tenantId, name, value));
    },
    async get(tenantId, name) {
      const envelope = await store.get(tenantId, name);
      return envelope === undefined ? undefined : unseal(await keys(), tenantId, name, envelope);
    },
    list: (tenantId) => store.list(tenantId),
    delete: (tenantId, name) => store.delete(tenantId, name),
  };
}

type KeySettings = Pick<Settings, 'secretKey' | 'secretKeysOld' | 'dataDir'>;

/** The deployment's keys, read when they are first asked for: a passphrase costs time, and most have no secrets. */
export function lazyKeys(settings: KeySettings): () => Promise<Keys> {
  let reading: Promise<Keys> | undefined;
  return () => {
    reading ??= readKeys(settings).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

async function readKeys({ secretKey, secretKeysOld, dataDir }: KeySettings): Promise<Keys> {
  const current = await (secretKey === null ? secretKeyFile(dataDir) : secretKeyOf(secretKey));
  const old = await Promise.all(secretKeysOld.map(secretKeyOf));
  return { current, old, byId: new Map([...old, current].map((key) => [key.id, key])) };
}

/** Tied to its place, so that a value copied to another row or tenant cannot be read there. */
const placeOf = (tenantId: string, name: string, keyId: string): Buffer =>
  Buffer.from(JSON.stringify([VERSION, keyId, tenantId, name]));

function seal({ current }: Keys, tenantId: string, name: string, value: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', current.bytes, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(placeOf(tenantId, name, current.id));
  const bytes = Buffer.concat([iv, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${current.id}.${bytes.toString('base64url')}`;
}

function unseal({ byId }: Keys, tenantId: string, name: string, envelope: string): string {
  const [version, keyId = '', text = ''] = envelope.split('.');
  const key = byId.get(keyId);
  const bytes = Buffer.from(text, 'base64url');
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw altered(name);
  if (!key) throw keyMissing(name, keyId);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(placeOf(tenantId, name, keyId));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]).toString();
  } catch {
    throw altered(name);
  }
}

function keyMissing(name: string, keyId: string): CadenceError {
  return new CadenceError('SECRET_UNREADABLE', `The secret "${name}" was encrypted with another key.`, {
    hint:
      'Set CADENCE_SECRET_KEY to the key it was entered with, or add that one to CADENCE_SECRET_KEYS_OLD; servers ' +
      'that share a database need the same key. If the key is lost, enter the secret again.',
    details: { name, keyId },
  });
}

function altered(name: string): CadenceError {
  return new CadenceError('SECRET_UNREADABLE', `The secret "${name}" was altered since it was stored.`, {
    hint: 'Enter it again, and find out who writes to the database.',
    details: { name },
  });
}
