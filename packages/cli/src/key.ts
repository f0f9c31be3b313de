import { type AuditEntry, type KeyRecord, localOwner, roleSchema, type Store } from '@cadence/contracts';
import type { Command } from 'commander';
import { withStorage } from './local-cadence.ts';
import { countOption, oneOf } from './options.ts';
import { brief, localTime, printJson, printTable } from './output.ts';

interface TenantOptions {
  tenant?: string;
  json?: boolean;
}

interface CreateOptions extends TenantOptions {
  role: string;
  user?: string;
  name?: string;
  expiresDays?: number;
  workflow?: string[];
}

export function addCommands(program: Command): void {
  const key = program.command('key').description('API keys: who may call the server, and what they may do');
  key
    .command('create')
    .description('make a key; it is printed once and kept nowhere')
    .requiredOption('-r, --role <role>', 'viewer, operator, author or admin')
    .option('-u, --user <id>', 'whose conversations it sees; all of the tenant when absent')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('-n, --name <text>', 'what it is for')
    .option('--expires-days <count>', 'how long it is valid; for ever when absent', countOption)
    .option('-w, --workflow <id...>', 'only for these workflows')
    .option('--json', 'print the key and what is known of it as JSON')
    .action(createKey);
  key
    .command('list')
    .description('all keys, newest first, without their secrets')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('--json', 'print the keys as JSON')
    .action(listKeys);
  key
    .command('revoke <id>')
    .description('end a key for good; running servers refuse it within seconds')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('--json', 'print what is known of the key as JSON')
    .action(revokeKey);
}

async function createKey({ json, ...options }: CreateOptions): Promise<void> {
  const { tenant: tenantId = localOwner.tenantId, user: userId } = options;
  const role = await oneOf('role', options.role, roleSchema.options);
  const { createApiKeys } = await import('@cadence/server');
  const { key, record } = await withStorage(async (store) => {
    const created = await createApiKeys({ store: store.keys }).createKey({
      role,
      tenantId,
      ...(userId !== undefined && { userId }),
      ...(options.name !== undefined && { name: options.name }),
      ...(options.expiresDays !== undefined && { expiresInDays: options.expiresDays }),
      ...(options.workflow && { scopes: options.workflow }),
    });
    const details = { role, user: userId ?? null };
    await audit(store, { tenantId, action: 'key.create', target: created.record.id, details });
    return created;
  });
  if (json) return printJson({ key, ...record });
  console.log(key);
  const until = record.expiresAt === null ? 'until it is revoked' : `until ${record.expiresAt}`;
  const who = userId === undefined ? 'whoever has it' : `"${userId}"`;
  console.error(
    `This is the only time it is shown. It makes ${who} ${role} of "${tenantId}", ${until}.\n` +
      `Send it as "Authorization: Bearer …"; end it with: cadence key revoke ${record.id}`,
  );
}

async function listKeys({ tenant = localOwner.tenantId, json }: TenantOptions): Promise<void> {
  const keys = await withStorage((store) => store.keys.list(tenant));
  if (json) return printJson(keys);
  if (keys.length === 0) return console.log('No keys yet. Make one: cadence key create --role operator');
  printTable(
    keys.map((key) => [
      key.id,
      key.role,
      key.userId ?? 'all users',
      stateOf(key),
      key.lastUsedAt === null ? 'never used' : `used ${localTime(key.lastUsedAt)}`,
      brief(key.name ?? '', 60),
    ]),
  );
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt !== null) return `revoked ${localTime(revokedAt)}`;
  if (expiresAt === null) return 'valid';
  return `${Date.parse(expiresAt) > Date.now() ? 'until' : 'expired'} ${localTime(expiresAt)}`;
}

async function revokeKey(
  id: string,
  { tenant: tenantId = localOwner.tenantId, json }: TenantOptions,
): Promise<void> {
  const { createApiKeys } = await import('@cadence/server');
  const record = await withStorage(async (store) => {
    const revoked = await createApiKeys({ store: store.keys }).revoke(tenantId, id);
    await audit(store, { tenantId, action: 'key.revoke', target: id, details: {} });
    return revoked;
  });
  if (json) return printJson(record);
  console.log(`The key ${id} is revoked.`);
}

async function audit(
  store: Store,
  entry: Pick<AuditEntry, 'tenantId' | 'action' | 'target' | 'details'>,
): Promise<void> {
  const actor = localOwner.ownerId;
  await store.audit.append({ ...entry, actor, outcome: 'done', requestId: null, ip: null });
}
