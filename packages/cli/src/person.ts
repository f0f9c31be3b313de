import type { Principal } from '@cadence-agents/server/app';
import type { Command } from 'commander';
import { withStore } from './local-cadence.ts';
import { plural, printJson } from './output.ts';

interface PersonOptions {
  tenant?: string;
  json?: boolean;
}

export function addCommands(program: Command): void {
  const person = program
    .command('person')
    .description('people: who there is, and all that is kept of one, to hand over or erase');
  person
    .command('list')
    .description('who had runs, has a profile, or has keys')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('--prefix <text>', 'those whose ids begin with it')
    .option('--json', 'print them as JSON')
    .action(listPeople);
  person
    .command('export <id>')
    .description('print it, one JSON object a line')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .action(exportPerson);
  person
    .command('erase <id>')
    .description('remove it for good, from the files of the database too')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('--json', 'print what was removed as JSON')
    .action(erasePerson);
}

async function listPeople({ tenant, prefix, json }: PersonOptions & { prefix?: string }): Promise<void> {
  const { listPeople: list } = await import('@cadence-agents/server/app');
  const principal = await adminOf(tenant);
  const people = await withStore(async (local) => {
    const found = [];
    for (let after: string | undefined; ; ) {
      const { items, next } = await list(local, principal, { limit: 200, after, prefix });
      found.push(...items);
      if (next === null) return found;
      after = next;
    }
  });
  if (json) return printJson(people);
  for (const { id, name, runs, hasMoreRuns, lastSeenAt } of people) {
    const seen = lastSeenAt === null ? 'never seen' : `last seen ${lastSeenAt}`;
    const count = hasMoreRuns ? `more than ${plural(runs, 'run')}` : plural(runs, 'run');
    console.log(`${id}${name === null ? '' : ` (${name})`}: ${count}, ${seen}`);
  }
}

async function exportPerson(id: string, { tenant }: PersonOptions): Promise<void> {
  const { exportPerson: read } = await import('@cadence-agents/server/app');
  const principal = await adminOf(tenant);
  await withStore(async (local) => {
    for await (const record of await read(local, principal, id)) {
      if (!process.stdout.write(`${JSON.stringify(record)}\n`)) {
        await new Promise((resolve) => process.stdout.once('drain', resolve));
      }
    }
  });
}

async function erasePerson(id: string, { tenant, json }: PersonOptions): Promise<void> {
  const { erasePerson: erase } = await import('@cadence-agents/server/app');
  const principal = await adminOf(tenant);
  const erased = await withStore((local) => erase(local, principal, id));
  if (json) return printJson(erased);
  const { conversations = 0, api_keys: keys = 0 } = erased;
  console.log(
    `Nothing is kept of "${id}" any more: ${plural(conversations, 'conversation')}, ${plural(keys, 'key')}.`,
  );
}

/** Whoever sits at this machine may do so for any tenant. */
async function adminOf(tenantId: string | undefined): Promise<Principal> {
  const { localPrincipal } = await import('@cadence-agents/server/app');
  return { ...localPrincipal, ...(tenantId !== undefined && { tenantId }) };
}
