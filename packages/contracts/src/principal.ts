import type { Role } from './role.ts';
import type { Owner } from './store/owner.ts';

/** Who makes a request, as its key says. */
export interface Principal extends Owner {
  role: Role;
  /** Named in the audit log. */
  keyId: string;
  /** Ids of the workflows the key may use; `null` for all. */
  scopes: readonly string[] | null;
}
