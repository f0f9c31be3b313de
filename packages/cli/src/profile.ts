import { CadenceError, userProfileSchema } from '@cadence-agents/contracts';
import { readJsonFile } from '@cadence-agents/server/read-json-file';
import type { Command } from 'commander';
import { withStore } from './local-cadence.ts';
import { printJson } from './output.ts';

export function addCommands(program: Command): void {
  const profile = program
    .command('profile')
    .description('what is known of a user: roles, tools, preferences');
  profile
    .command('show')
    .description('print a profile as JSON')
    .option('-u, --user <id>', 'whose; the user of this machine when absent')
    .action(showProfile);
  profile
    .command('set <file>')
    .description('replace a profile by the JSON in a file')
    .option('-u, --user <id>', 'whose; the user of this machine when absent')
    .action(setProfile);
}

interface ProfileOptions {
  user?: string;
}

async function showProfile({ user }: ProfileOptions): Promise<void> {
  const { localPrincipal, readProfile } = await import('@cadence-agents/server/app');
  printJson(await withStore((local) => readProfile(local, localPrincipal, user)));
}

async function setProfile(file: string, { user }: ProfileOptions): Promise<void> {
  const parsed = userProfileSchema.safeParse(readJsonFile(file));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${['$', ...path].join('.')}: ${message}`,
    );
    throw new CadenceError('INPUT_INVALID', `"${file}" is not a profile. ${problems.join('; ')}`, {
      hint: 'A profile has "name", "roles", "tools" and "preferences", each optional.',
      details: problems,
    });
  }
  const { localPrincipal, saveProfile } = await import('@cadence-agents/server/app');
  printJson(await withStore((local) => saveProfile(local, localPrincipal, parsed.data, user)));
}
