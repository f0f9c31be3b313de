import type { Owner, Role } from '@cadence-agents/contracts';

/** Who a use case is carried out for. */
export interface Principal {
  tenantId: string;
  /** Whose rows it may see; all of the tenant's when `null`. */
  userId: string | null;
  role: Role;
  keyId: string | null;
  /** The workflows it may use; all when `null`. */
  scopes: readonly string[] | null;
  /** Whether it may do what concerns all tenants. No key of a tenant does, whatever its role. */
  deployment: boolean;
  /** When it ends to be one. */
  expiresAt: string | null;
  /** Absent for whoever does not come over the network. */
  origin?: Origin;
}

/** Where a request came from, for the audit log. */
export interface Origin {
  requestId: string;
  ip: string;
}

/** Whoever sits at this machine, where no key is asked for. */
export const localPrincipal: Principal = {
  tenantId: 'local',
  userId: null,
  role: 'admin',
  keyId: null,
  scopes: null,
  deployment: true,
  expiresAt: null,
};

/** Id in place of a key's, in the audit log, for those who have none or a wrong one. */
export const strangerId = 'unauthenticated';

/** Whoever has not said who they are yet: sees nothing and may do nothing. */
export const stranger: Principal = {
  tenantId: 'local',
  userId: '',
  role: 'viewer',
  keyId: strangerId,
  scopes: [],
  deployment: false,
  expiresAt: null,
};

/** Who it is in records: the id of its key, or `local` where none is needed. */
export const actorOf = ({ keyId }: Principal): string => keyId ?? 'local';

/** Whose the rows are that it makes. */
export function ownerOf({ tenantId, userId }: Principal): Owner {
  return { tenantId, ownerId: userId ?? 'local' };
}
