import type { Command } from 'commander';

export function addProfileCommands(program: Command): void {
  const profile = program
    .command('profile')
    .description('what is known of a user: roles, tools, preferences');
  profile
    .command('show')
    .description('print a profile as JSON')
    .option('-u, --user <id>', 'whose; the user of this machine when absent')
    .action(async (options) => (await import('./commands/profile.ts')).profileShow(options));
  profile
    .command('set <file>')
    .description('replace a profile by the JSON in a file')
    .option('-u, --user <id>', 'whose; the user of this machine when absent')
    .action(async (file, options) => (await import('./commands/profile.ts')).profileSet(file, options));
}
