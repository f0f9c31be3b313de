import { createHash, randomBytes, randomUUID, scrypt } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CadenceError } from '@cadence-agents/contracts';

export interface SecretKey {
  /** Says which key encrypted a value, and nothing about the key. */
  id: string;
  bytes: Buffer;
}

const KEY_BYTES = 32;
const base64 = /^[A-Za-z0-9+/_-]{43}=?$/;
// The salt cannot be random: every process has to come to the same key from the setting alone. The cost makes up for it.
const salt = 'cadence secret key 1';
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 };
const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt);

/** The key of a setting: 32 bytes in base64 as they are, anything else as a passphrase. */
export async function secretKeyOf(setting: string): Promise<SecretKey> {
  const bytes = base64.test(setting)
    ? Buffer.from(setting, 'base64')
    : await derive(setting, salt, KEY_BYTES, cost);
  const id = createHash('sha256').update('cadence key id').update(bytes).digest('base64url').slice(0, 12);
  return { id, bytes };
}

/** The key in the data folder, made when there is none. Processes that start together end up with the same one. */
export async function secretKeyFile(dataDir: string): Promise<SecretKey> {
  const path = join(dataDir, 'secret.key');
  const kept = (await readIfThere(path)) ?? (await makeKeyFile(dataDir, path));
  if (base64.test(kept.trim())) return secretKeyOf(kept.trim());
  throw new CadenceError('SETTING_INVALID', `The file "${path}" holds no key.`, {
    hint: 'Restore it from a backup. Without it the stored secrets cannot be read: remove it and enter them again.',
  });
}

async function makeKeyFile(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  // Written whole under another name first, so that nobody reads half a key.
  const draft = join(dataDir, `secret.key.${randomUUID()}`);
  try {
    await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CadenceError('STORE_UNWRITABLE', `The key file "${path}" cannot be made.`, {
      cause,
      hint: 'Make the data folder writable, or set CADENCE_SECRET_KEY.',
    });
  } finally {
    await rm(draft, { force: true });
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw new CadenceError('FILE_UNREADABLE', `The key file "${path}" cannot be read.`, {
      cause,
      hint: 'Let the user that runs Cadence read it, or set CADENCE_SECRET_KEY.',
    });
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
