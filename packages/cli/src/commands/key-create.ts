import { CadenceError, localOwner, type Role, roleSchema } from '@cadence/contracts';
import { createApiKeys } from '@cadence/server';
import { nearestName } from '@cadence/workflow';
import { withStorage } from '../with-storage.ts';

interface KeyCreateOptions {
  role: string;
  user?: string;
  tenant?: string;
  name?: string;
  expiresDays?: number;
  workflow?: string[];
  json?: boolean;
}

export async function keyCreate({ json, ...options }: KeyCreateOptions): Promise<void> {
  const { tenant: tenantId = localOwner.tenantId, user: userId } = options;
  const role = checkedRole(options.role);
  const { key, record } = await withStorage(async (store) => {
    const created = await createApiKeys({ store: store.keys }).createKey({
      role,
      tenantId,
      ...(userId !== undefined && { userId }),
      ...(options.name !== undefined && { name: options.name }),
      ...(options.expiresDays !== undefined && { expiresInDays: options.expiresDays }),
      ...(options.workflow && { scopes: options.workflow }),
    });
    await store.audit.append({
      tenantId,
      actor: localOwner.ownerId,
      action: 'key.create',
      target: created.record.id,
      outcome: 'done',
      requestId: null,
      ip: null,
      details: { role, user: userId ?? null },
    });
    return created;
  });
  if (json) return console.log(JSON.stringify({ key, ...record }, null, 2));
  console.log(key);
  const until = record.expiresAt === null ? 'until it is revoked' : `until ${record.expiresAt}`;
  const who = userId === undefined ? 'whoever has it' : `"${userId}"`;
  console.error(
    `This is the only time it is shown. It makes ${who} ${role} of "${tenantId}", ${until}.\n` +
      `Send it as "Authorization: Bearer …"; end it with: cadence key revoke ${record.id}`,
  );
}

function checkedRole(given: string): Role {
  const parsed = roleSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const nearest = nearestName(given, roleSchema.options);
  throw new CadenceError('INPUT_INVALID', `There is no role "${given}".`, {
    hint: `${nearest ? `Did you mean "${nearest}"? ` : ''}Use one of: ${roleSchema.options.join(', ')}.`,
  });
}
