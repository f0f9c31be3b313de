/** Whose a row is. Every row has both; every query names the tenant. */
export interface Owner {
  tenantId: string;
  ownerId: string;
}

/** The owner where there is only one person: on one machine, without keys. */
export const localOwner: Owner = { tenantId: 'local', ownerId: 'local' };
