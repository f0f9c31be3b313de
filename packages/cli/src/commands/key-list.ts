import { type KeyRecord, localOwner } from '@cadence/contracts';
import { brief, localTime, textTable } from '../text-table.ts';
import { withStorage } from '../with-storage.ts';

interface KeyListOptions {
  tenant?: string;
  json?: boolean;
}

export async function keyList({ tenant = localOwner.tenantId, json }: KeyListOptions): Promise<void> {
  const keys = await withStorage((store) => store.keys.list(tenant));
  if (json) return console.log(JSON.stringify(keys, null, 2));
  if (keys.length === 0) return console.log('No keys yet. Make one: cadence key create --role operator');
  const cells = keys.map((key) => [
    key.id,
    key.role,
    key.userId ?? 'all users',
    stateOf(key),
    key.lastUsedAt === null ? 'never used' : `used ${localTime(key.lastUsedAt)}`,
    brief(key.name ?? '', 60),
  ]);
  for (const line of textTable(cells)) console.log(line);
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt !== null) return `revoked ${localTime(revokedAt)}`;
  if (expiresAt === null) return 'valid';
  return `${Date.parse(expiresAt) > Date.now() ? 'until' : 'expired'} ${localTime(expiresAt)}`;
}
