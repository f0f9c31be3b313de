import { CadenceError, type Owner, type Role, roleReaches } from '@cadence/contracts';

/** Who a use case is carried out for. */
export interface Principal {
  tenantId: string;
  /** Whose rows it may see; all of the tenant's when `null`. */
  userId: string | null;
  role: Role;
  keyId: string | null;
  /** The workflows it may use; all when `null`. */
  scopes: readonly string[] | null;
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
};

/** Who it is in records: the id of its key, or `local` where none is needed. */
export const actorOf = ({ keyId }: Principal): string => keyId ?? 'local';

/** Whose the rows are that it makes. */
export function ownerOf({ tenantId, userId }: Principal): Owner {
  return { tenantId, ownerId: userId ?? 'local' };
}

/** Whether a row of its tenant is one it may see. */
export function mayRead({ tenantId, userId }: Principal, row: Owner): boolean {
  return row.tenantId === tenantId && (userId === null || row.ownerId === userId);
}

/** What a listing is narrowed to for a key that belongs to one user. */
export function ownRows({ userId }: Principal): { ownerId?: string } {
  return userId === null ? {} : { ownerId: userId };
}

export function demandRole({ role }: Principal, needed: Role): void {
  if (roleReaches(role, needed)) return;
  throw new CadenceError('FORBIDDEN', `This needs the role "${needed}"; the key has "${role}".`, {
    hint: `Use a key made with: cadence key create --role ${needed}`,
  });
}

export function mayUse({ scopes }: Principal, workflowId: string): boolean {
  return scopes === null || scopes.includes(workflowId);
}

/** A key that is bound to some workflows does not see that there are others. */
export function demandScope(principal: Principal, workflowId: string): void {
  if (mayUse(principal, workflowId)) return;
  throw new CadenceError('WORKFLOW_NOT_FOUND', `There is no workflow "${workflowId}" for this key.`, {
    hint: `The key is for: ${principal.scopes?.join(', ')}.`,
  });
}
