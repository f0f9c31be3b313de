import type { Command } from 'commander';
import { countOption } from './count-option.ts';

export function addKeyCommands(program: Command): void {
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
    .action(async (options) => (await import('./commands/key-create.ts')).keyCreate(options));
  key
    .command('list')
    .description('all keys, newest first, without their secrets')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('--json', 'print the keys as JSON')
    .action(async (options) => (await import('./commands/key-list.ts')).keyList(options));
  key
    .command('revoke <id>')
    .description('end a key for good; running servers refuse it within seconds')
    .option('-t, --tenant <id>', 'of which tenant; that of this machine when absent')
    .option('--json', 'print what is known of the key as JSON')
    .action(async (id, options) => (await import('./commands/key-revoke.ts')).keyRevoke(id, options));
}
