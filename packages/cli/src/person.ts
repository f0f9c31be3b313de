import type { Principal } from '@cadence/server/app';
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
    .description('all that is kept of a person: hand it over, or erase it');
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

async function exportPerson(id: string, { tenant }: PersonOptions): Promise<void> {
  const { exportPerson: read } = await import('@cadence/server/app');
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
  const { erasePerson: erase } = await import('@cadence/server/app');
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
  const { localPrincipal } = await import('@cadence/server/app');
  return { ...localPrincipal, ...(tenantId !== undefined && { tenantId }) };
}
