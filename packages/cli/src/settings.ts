import type { ApiSetting } from '@cadence-agents/contracts';
import type { Command } from 'commander';
import { withCadence, withStore } from './local-cadence.ts';
import { brief, dim, localTime, printJson, textTable } from './output.ts';

export function addCommands(program: Command): void {
  const settings = program
    .command('settings')
    .description('every setting, where it comes from, and those that are entered without a restart');
  settings
    .command('list', { isDefault: true })
    .description('every setting with its value, and where that comes from')
    .option('--json', 'print them as JSON')
    .action(listAll);
  settings
    .command('set <name> <value>')
    .description('keep a value in the database; running servers take it up within seconds')
    .action(enter);
  settings.command('unset <name>').description('forget what was entered for a setting').action(forget);
}

async function listAll({ json }: { json?: boolean }): Promise<void> {
  const { listSettings, localPrincipal } = await import('@cadence-agents/server/app');
  const settings = await withStore((local) => listSettings(local, localPrincipal));
  if (json) return printJson(settings);
  const lines = textTable(settings.map((setting) => [setting.env, brief(shown(setting), 50), from(setting)]));
  for (const [index, line] of lines.entries())
    console.log(settings[index]?.source === 'default' ? dim(line) : line);
}

async function enter(given: string, value: string): Promise<void> {
  const { localPrincipal, putSetting } = await import('@cadence-agents/server/app');
  const name = await nameOf(given);
  const setting = await withCadence(null, (local) => putSetting(local, localPrincipal, { name, value }));
  console.log(`${setting.env} is ${shown(setting)} from now on (takes effect: ${setting.takesEffect}).`);
}

async function forget(given: string): Promise<void> {
  const { deleteSetting, localPrincipal } = await import('@cadence-agents/server/app');
  const name = await nameOf(given);
  await withStore((local) => deleteSetting(local, localPrincipal, name));
  console.log(`What was entered for ${given} is forgotten.`);
}

/** People may name it as in the environment too. */
async function nameOf(given: string): Promise<string> {
  const { settingTable } = await import('@cadence-agents/server/settings');
  const found = Object.entries(settingTable).find(([, { env }]) => env === given);
  return found?.[0] ?? given;
}

function shown({ value, secret, source }: ApiSetting): string {
  if (secret) return source === 'default' ? '–' : '(set)';
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function from({ source, entered }: ApiSetting): string {
  return source === 'entered' && entered ? `entered ${localTime(entered.at)} by ${entered.by}` : source;
}
