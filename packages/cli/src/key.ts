import { CadenceError, type KeyRecord, roleSchema } from '@cadence-agents/contracts';
import type { Principal } from '@cadence-agents/server/app';
import type { Command } from 'commander';
import { withStore } from './local-cadence.ts';
import { countOption, numberOption, oneOf } from './options.ts';
import { brief, localTime, printJson, printTable, say } from './output.ts';

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
    .command('rotate <id>')
    .description('make a key in the place of another, which ends at once or after a grace')
    .option('--grace-days <count>', 'how long the old one is valid beside it, 0 to 7', numberOption, 0)
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('--json', 'print the key and what is known of it as JSON')
    .action(rotateKey);
  key
    .command('revoke <id>')
    .description('end a key for good; running servers refuse it within seconds')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('--json', 'print what is known of the key as JSON')
    .action(revokeKey);
}

async function createKey({ json, tenant, ...options }: CreateOptions): Promise<void> {
  const role = await oneOf('role', options.role, roleSchema.options);
  const { createKey: create } = await import('@cadence-agents/server/app');
  const { user: userId, name, workflow: scopes, expiresDays: expiresInDays } = options;
  const principal = await adminOf(tenant);
  const { key, record } = await withStore((local) =>
    create(local, principal, { role, userId, name, scopes, expiresInDays }),
  );
  if (json) return printJson({ key, ...record });
  console.log(key);
  const until = record.expiresAt === null ? 'until it is revoked' : `until ${record.expiresAt}`;
  const who = userId === undefined ? 'whoever has it' : `"${userId}"`;
  console.error(
    `This is the only time it is shown. It makes ${who} ${role} of "${record.tenantId}", ${until}.\n` +
      `Send it as "Authorization: Bearer …"; end it with: cadence key revoke ${record.id}`,
  );
}

async function listKeys({ tenant, json }: TenantOptions): Promise<void> {
  const { listKeys: list } = await import('@cadence-agents/server/app');
  const principal = await adminOf(tenant);
  const keys = await withStore(async (local) => {
    const all: KeyRecord[] = [];
    for (let after: string | undefined; ; ) {
      const { items, next } = await list(local, principal, { limit: 200, after });
      all.push(...items);
      if (next === null) return all;
      after = next;
    }
  });
  if (json) return printJson(keys);
  if (keys.length === 0) return say('No keys yet. Make one: cadence key create --role operator');
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

async function rotateKey(
  id: string,
  { tenant, json, graceDays }: TenantOptions & { graceDays: number },
): Promise<void> {
  if (graceDays < 0 || graceDays > 7)
    throw new CadenceError('INPUT_INVALID', 'The old key can be valid for 0 to 7 days more.', {
      hint: 'Give --grace-days from 0 to 7.',
    });
  const { rotateKey: rotate } = await import('@cadence-agents/server/app');
  const principal = await adminOf(tenant);
  const { key, record, before } = await withStore((local) => rotate(local, principal, { id, graceDays }));
  if (json) return printJson({ key, ...record, replaces: { id, expiresAt: before.expiresAt } });
  console.log(key);
  console.error(
    `This is the only time it is shown. The old one, ${id}, ${graceDays === 0 ? 'has ended' : `ends ${before.expiresAt}`}.`,
  );
}

async function revokeKey(id: string, { tenant, json }: TenantOptions): Promise<void> {
  const { revokeKey: revoke } = await import('@cadence-agents/server/app');
  const principal = await adminOf(tenant);
  const record = await withStore((local) => revoke(local, principal, id));
  if (json) return printJson(record);
  console.log(`The key ${id} is revoked.`);
}

/** Whoever sits at this machine may make keys of any tenant. */
async function adminOf(tenantId: string | undefined): Promise<Principal> {
  const { localPrincipal } = await import('@cadence-agents/server/app');
  return { ...localPrincipal, ...(tenantId !== undefined && { tenantId }) };
}
