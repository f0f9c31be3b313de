import { CadenceError, type KeyRecord, type Page, type Role } from '@cadence-agents/contracts';
import type { RotatedKey } from '../security/api-keys.ts';
import { audited } from './access/audited.ts';
import { authorize } from './access/authorize.ts';
import type { Principal } from './access/principal.ts';
import { reachesKey } from './access/reach.ts';
import type { AppContext } from './app-context.ts';
import { type AskedPage, asPageQuery } from './asked-page.ts';

type Changing = Pick<AppContext, 'keys' | 'store' | 'log'>;

/** A key of the principal's own tenant. */
export interface NewKeyInput {
  role: Role;
  name?: string | undefined;
  /** Whose rows it sees; all of the tenant's when absent. */
  userId?: string | undefined;
  /** Ids of the workflows the key may use; all when absent. */
  scopes?: readonly string[] | undefined;
  expiresInDays?: number | undefined;
}

/** Those that have no more than the principal. */
export async function listKeys(
  { keys }: { keys: Pick<AppContext['keys'], 'list'> },
  principal: Principal,
  asked: AskedPage,
): Promise<Page<KeyRecord>> {
  authorize(principal, 'key.read');
  const { tenantId, userId } = principal;
  const filter = { ...asPageQuery(asked), ...(userId !== null && { userId }) };
  const { items, next } = await keys.list(tenantId, filter);
  return { items: items.filter((key) => reachesKey(principal, key)), next };
}

/** The key itself is told here and never again. It has no more than the principal, and lives no longer. */
export function createKey(
  context: Changing,
  principal: Principal,
  { role, name, userId, scopes, expiresInDays }: NewKeyInput,
): Promise<{ key: string; record: KeyRecord }> {
  return audited(
    context,
    principal,
    'key.create',
    ({ record }) => record.id,
    async () => {
      refuseMore(principal, { role, userId, scopes, expiresInDays });
      return context.keys.createKey({
        role,
        tenantId: principal.tenantId,
        ...(userId !== undefined && { userId }),
        ...(name !== undefined && { name }),
        ...(scopes && { scopes }),
        ...(expiresInDays !== undefined && { expiresInDays }),
      });
    },
  );
}

function refuseMore(
  principal: Principal,
  { role, userId, scopes, expiresInDays = Number.POSITIVE_INFINITY }: NewKeyInput,
): void {
  const { expiresAt } = principal;
  const daysLeft =
    expiresAt === null ? Number.POSITIVE_INFINITY : (Date.parse(expiresAt) - Date.now()) / DAY_MS;
  const isWithin = reachesKey(principal, {
    role,
    userId: userId ?? null,
    scopes: scopes ? [...scopes] : null,
  });
  if (isWithin && expiresInDays <= daysLeft) return;
  throw new CadenceError('FORBIDDEN', 'The new key would have more than the one that makes it.', {
    hint: 'Name the person, some of the workflows and a time that your own key has.',
  });
}

const DAY_MS = 86_400_000;

/** A key in the place of another, which is valid for so many days more. The key itself is told here and never again. */
export function rotateKey(
  context: Changing,
  principal: Principal,
  { id, graceDays }: { id: string; graceDays: number },
): Promise<RotatedKey> {
  return audited(
    context,
    principal,
    'key.rotate',
    id,
    async () => {
      const key = await context.keys.find(principal.tenantId, id);
      if (!key || !reachesKey(principal, key)) throw noKey(id);
      const { role, userId, scopes, expiresAt } = key;
      const daysLeft = expiresAt === null ? undefined : (Date.parse(expiresAt) - Date.now()) / DAY_MS;
      const asked = { role, userId: userId ?? undefined, scopes: scopes ?? undefined };
      refuseMore(principal, { ...asked, expiresInDays: daysLeft });
      return context.keys.rotate(principal.tenantId, id, graceDays);
    },
    ({ record }) => ({ by: record.id, graceDays }),
  );
}

/** Takes effect at once in this process, and within seconds in others. */
export function revokeKey(context: Changing, principal: Principal, id: string): Promise<KeyRecord> {
  return audited(context, principal, 'key.revoke', id, async () => {
    const { tenantId } = principal;
    const isBound = principal.userId !== null || principal.scopes !== null;
    const key = isBound ? await context.keys.find(tenantId, id) : undefined;
    if (isBound && !(key && reachesKey(principal, key))) throw noKey(id);
    return context.keys.revoke(tenantId, id);
  });
}

function noKey(id: string): CadenceError {
  return new CadenceError('KEY_NOT_FOUND', `There is no API key "${id}".`, {
    hint: 'Look at the list of keys; the id is the part between the two underscores.',
  });
}
