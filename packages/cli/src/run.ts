import type { Command } from 'commander';
import { countOption } from './count-option.ts';

export function addRunCommands(program: Command): void {
  const run = program.command('run').description('look back on runs, and go on with them');
  run
    .command('list')
    .description('the latest runs')
    .option('-s, --status <status>', 'only those that are running, completed, awaiting_human, …')
    .option('-n, --limit <count>', 'how many', countOption, 20)
    .option('--json', 'print the runs as JSON')
    .action(async (options) => (await import('./commands/run-list.ts')).runList(options));
  run
    .command('show <id>')
    .description('question, answer, steps, tool calls, and why it went where it went')
    .option('--at <step>', 'print the messages as they were after that step')
    .option('--json', 'print everything as JSON')
    .action(async (id, options) => (await import('./commands/run-show.ts')).runShow(id, options));
  run
    .command('resume <id>')
    .description('answer a run that waits for a person, or take up one that a crash left behind')
    .option('-a, --answer <text>', 'what to answer')
    .option('-c, --choice <label>', 'which of the choices to take')
    .option('--json', 'print the whole result as JSON')
    .action(async (id, options) => (await import('./commands/run-resume.ts')).runResume(id, options));
  run
    .command('fork <id>')
    .description('a new conversation from the state after a step; the original stays as it was')
    .requiredOption('--at <step>', "a step's number or id, as `run show` prints them")
    .option('-m, --message <text>', 'what to say there')
    .option('--state <file>', 'other messages to start with: what `run show --at` prints, edited')
    .option('--json', 'print the result as JSON')
    .action(async (id, options) => (await import('./commands/run-fork.ts')).runFork(id, options));
  run
    .command('cancel <id>')
    .description('stop a run, or one that waits')
    .option('--json', 'print the run as JSON')
    .action(async (id, options) => (await import('./commands/run-cancel.ts')).runCancel(id, options));
}
