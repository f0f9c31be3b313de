import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { withStore } from './local-cadence.ts';
import { localTime, printJson, printTable, say } from './output.ts';

export function addCommands(program: Command): void {
  const secret = program
    .command('secret')
    .description('keys of providers and other secrets, kept encrypted in the database');
  secret
    .command('set <name>')
    .description('keep a secret in place of the environment variable of that name; it is read from stdin')
    .action(setSecret);
  secret
    .command('list')
    .description('the names of all secrets, without their values')
    .option('--json', 'print them as JSON')
    .action(listSecrets);
  secret
    .command('remove <name>')
    .description('forget a secret; running servers do so within seconds')
    .action(removeSecret);
}

async function setSecret(name: string): Promise<void> {
  const { localPrincipal, putSecret } = await import('@cadence-agents/server/app');
  // On a line of the command it would stay in the history of the shell, and in the list of processes.
  if (process.stdin.isTTY) console.error(`Type the value of ${name}, then Enter and Ctrl-D:`);
  const value = await text(process.stdin);
  await withStore((local) => putSecret(local, localPrincipal, { name, value }));
  console.log(`${name} is kept. Running servers use it within seconds.`);
}

async function listSecrets({ json }: { json?: boolean }): Promise<void> {
  const { listSecrets: list, localPrincipal } = await import('@cadence-agents/server/app');
  const secrets = await withStore((local) => list(local, localPrincipal));
  if (json) return printJson(secrets);
  if (secrets.length === 0)
    return say('No secrets yet. Enter one: cadence secret set OPENAI_API_KEY < key.txt');
  printTable(secrets.map(({ name, updatedAt }) => [name, localTime(updatedAt)]));
}

async function removeSecret(name: string): Promise<void> {
  const { deleteSecret, localPrincipal } = await import('@cadence-agents/server/app');
  await withStore((local) => deleteSecret(local, localPrincipal, name));
  console.log(`${name} is forgotten.`);
}
