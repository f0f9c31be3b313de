import type { KeyRecord, Role } from '@cadence/contracts';
import { audited } from './access/audited.ts';
import type { Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';

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

export function listKeys(
  { keys }: { keys: Pick<AppContext['keys'], 'list'> },
  { tenantId }: Principal,
): Promise<KeyRecord[]> {
  return keys.list(tenantId);
}

/** The key itself is told here and never again. */
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
    () =>
      context.keys.createKey({
        role,
        tenantId: principal.tenantId,
        ...(userId !== undefined && { userId }),
        ...(name !== undefined && { name }),
        ...(scopes && { scopes }),
        ...(expiresInDays !== undefined && { expiresInDays }),
      }),
  );
}

/** Takes effect at once in this process, and within seconds in others. */
export function revokeKey(context: Changing, principal: Principal, id: string): Promise<KeyRecord> {
  return audited(context, principal, 'key.revoke', id, () => context.keys.revoke(principal.tenantId, id));
}
