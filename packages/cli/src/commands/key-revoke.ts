import { localOwner } from '@cadence/contracts';
import { createApiKeys } from '@cadence/server';
import { withStorage } from '../with-storage.ts';

interface KeyRevokeOptions {
  tenant?: string;
  json?: boolean;
}

export async function keyRevoke(
  id: string,
  { tenant: tenantId = localOwner.tenantId, json }: KeyRevokeOptions,
): Promise<void> {
  const record = await withStorage(async (store) => {
    const revoked = await createApiKeys({ store: store.keys }).revoke(tenantId, id);
    await store.audit.append({
      tenantId,
      actor: localOwner.ownerId,
      action: 'key.revoke',
      target: id,
      outcome: 'done',
      requestId: null,
      ip: null,
      details: {},
    });
    return revoked;
  });
  console.log(json ? JSON.stringify(record, null, 2) : `The key ${id} is revoked.`);
}
