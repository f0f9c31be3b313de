import { CadenceError, type KeyRecord, type KeyStore, LruCache, type Role } from '@cadence-agents/contracts';
import { type Log, silentLog } from '@cadence-agents/engine';
import type { Principal } from '../app/access/principal.ts';
import { adminPrincipal } from './admin-key.ts';
import { hashSecret, isSecretOf, newApiKey, readApiKey } from './api-key-text.ts';

export interface KeyRequest {
  role: Role;
  tenantId: string;
  /** Whose rows it sees; all of the tenant's when absent. */
  userId?: string;
  name?: string;
  expiresInDays?: number;
  /** Ids of the workflows the key may use; all when absent. */
  scopes?: readonly string[];
}

export interface RotatedKey {
  key: string;
  record: KeyRecord;
  /** The one that it replaces. */
  before: KeyRecord;
}

export interface ApiKeys {
  /** The key itself is told here and never again. */
  createKey(request: KeyRequest): Promise<{ key: string; record: KeyRecord }>;
  /** Who presents the key; nobody if it is unknown, wrong, expired or revoked. */
  authenticate(presentedKey: string): Promise<Principal | undefined>;
  list: KeyStore['list'];
  find(tenantId: string, id: string): Promise<KeyRecord | undefined>;
  /**
   * A key like one that is valid, which ends after the grace; throws `KEY_NOT_FOUND`. The key itself is told here and
   * never again.
   */
  rotate(tenantId: string, id: string, graceDays: number): Promise<RotatedKey>;
  /** Throws `KEY_NOT_FOUND`. Takes effect at once here, and within seconds in other processes. */
  revoke(tenantId: string, id: string): Promise<KeyRecord>;
}

export interface ApiKeysSetup {
  store: KeyStore;
  /** Makes whoever presents it the administrator of the deployment. */
  adminKey?: string | null;
  log?: Log;
  now?: () => number;
}

interface Cached {
  record: KeyRecord;
  secretHash: string;
  readAt: number;
}

const DAY_MS = 86_400_000;
const TOUCH_MS = 60_000;
/** How long another process may go on with a key that was revoked here. */
const CACHE_MS = 3_000;
const MAX_CACHED = 1_000;

export function createApiKeys({
  store,
  adminKey = null,
  log = silentLog,
  now = Date.now,
}: ApiKeysSetup): ApiKeys {
  const { read, forget } = cachedKeys(store, now);
  const touch = (entry: Cached) => {
    const { id, lastUsedAt } = entry.record;
    if (lastUsedAt !== null && now() - Date.parse(lastUsedAt) < TOUCH_MS) return;
    entry.record = { ...entry.record, lastUsedAt: new Date(now()).toISOString() };
    // Nobody waits for it, and nobody is refused because of it.
    store.touch(id).catch((error: unknown) => log.warn('noting the use of a key failed', { id, error }));
  };
  return {
    async createKey(request) {
      const { id, secret, key } = newApiKey();
      const { role, tenantId, userId = null, name = null, expiresInDays, scopes = null } = request;
      const record = await store.create({
        id,
        tenantId,
        userId,
        name,
        role,
        scopes: scopes && [...scopes],
        expiresAt: expiresInDays === undefined ? null : expiryAfter(expiresInDays, now()),
        secretHash: hashSecret(secret),
      });
      return { key, record };
    },

    async authenticate(presentedKey) {
      const admin = adminPrincipal(adminKey, presentedKey);
      if (admin) return admin;
      const given = readApiKey(presentedKey);
      const entry = given && (await read(given.id));
      if (!entry || !isSecretOf(entry.secretHash, given.secret)) return undefined;
      if (!isValid(entry.record, now())) return undefined;
      touch(entry);
      const { tenantId, userId, role, id: keyId, scopes, expiresAt } = entry.record;
      return { tenantId, userId, role, keyId, scopes, expiresAt, deployment: false };
    },

    list: (...asked) => store.list(...asked),

    async find(tenantId, id) {
      const record = (await store.find(id))?.record;
      return record?.tenantId === tenantId ? record : undefined;
    },

    async rotate(tenantId, id, graceDays) {
      const rotated = await rotateKey(store, tenantId, id, graceDays);
      forget(id);
      return rotated;
    },

    async revoke(tenantId, id) {
      const record = await store.revoke(tenantId, id);
      forget(id);
      if (record) return record;
      throw noKey(id);
    },
  };
}

/** Keys as they were read a moment ago. */
function cachedKeys(store: KeyStore, now: () => number) {
  const cache = new LruCache<string, Cached>(MAX_CACHED);
  let revocations = 0;

  const read = async (id: string): Promise<Cached | undefined> => {
    const cached = cache.get(id);
    if (cached && now() - cached.readAt < CACHE_MS) return cached;
    const [readAt, revocationsBefore] = [now(), revocations];
    cache.delete(id);
    const found = await store.find(id);
    // What was read while a key was revoked may be from before that: it is used, but not kept.
    if (!found || revocations !== revocationsBefore) return found && { ...found, readAt };
    const entry = { ...found, readAt };
    cache.set(id, entry);
    return entry;
  };
  const forget = (id: string) => {
    revocations += 1;
    cache.delete(id);
  };
  return { read, forget };
}

async function rotateKey(
  store: KeyStore,
  tenantId: string,
  id: string,
  graceDays: number,
): Promise<RotatedKey> {
  const known = (await store.find(id))?.record;
  if (known?.tenantId !== tenantId) throw noKey(id);
  const { id: nextId, secret, key } = newApiKey();
  const { userId, name, role, scopes, expiresAt } = known;
  const limits = { tenantId, userId, name, role, scopes, expiresAt };
  const next = { ...limits, id: nextId, secretHash: hashSecret(secret) };
  const rotated = await store.rotate(tenantId, id, { next, graceMs: Math.round(graceDays * DAY_MS) });
  if (rotated) return { ...rotated, key };
  throw new CadenceError('KEY_NOT_FOUND', `The API key "${id}" has ended already.`, {
    hint: 'Make a new key.',
  });
}

const noKey = (id: string) =>
  new CadenceError('KEY_NOT_FOUND', `There is no API key "${id}".`, {
    hint: 'Look at the list of keys; the id is the part between the two underscores.',
  });

function isValid({ revokedAt, expiresAt }: KeyRecord, now: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
}

function expiryAfter(days: number, now: number): string {
  // 100 years are as good as for ever, and dates end somewhere.
  if (days > 0 && days <= 36_525) return new Date(now + days * DAY_MS).toISOString();
  throw new CadenceError('INPUT_INVALID', `A key cannot expire after ${days} days.`, {
    hint: 'Give a number of days from 1 to 36525, or none for a key that does not expire.',
  });
}
