import { Command } from 'commander';
import { exitCodes, fail } from './exit-code.ts';
import { addKeyCommands } from './key-commands.ts';
import { addPluginCommands } from './plugin-commands.ts';
import { addProfileCommands } from './profile-commands.ts';
import { addRunCommands } from './run-commands.ts';
import { addWorkflowCommands } from './workflow-commands.ts';

// Each command is imported when it is called: `--help` and `workflow check` must not pay for a model or a graph.
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('cadence')
    .description('Multi-agent conversations as workflows you can see, check, replay and trust.')
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage));

  program
    .command('serve')
    .description('serve the page and the API')
    .option('--host <address>', 'address to listen on')
    .option('--port <number>', 'port to listen on')
    .option('--data-dir <folder>', 'folder for the database and uploads')
    .option('--database-url <url>', 'postgres://… instead of SQLite')
    .action(async (options) => (await import('./commands/serve.ts')).serve(options));
  program
    .command('ask <question>')
    .description('ask one question; progress on stderr, the answer on stdout')
    .option('-w, --workflow <id>', "a workflow's id, or a JSON file", 'coordinator')
    .option('-c, --conversation <id>', 'a conversation to go on with')
    .option('-t, --tone <tone>', 'natural, explanatory, formal, concise or learning')
    .option('--json', 'print the whole result as JSON')
    .action(async (question, options) => (await import('./commands/ask.ts')).ask(question, options));
  program
    .command('chat')
    .description('talk in the terminal, answers streamed')
    .option('-w, --workflow <id>', "a workflow's id, or a JSON file", 'coordinator')
    .option('-t, --tone <tone>', 'natural, explanatory, formal, concise or learning')
    .action(async (options) => (await import('./commands/chat.ts')).chat(options));
  program
    .command('doctor')
    .description('settings, models and workflows: what works, and what to do about the rest')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => (await import('./commands/doctor.ts')).doctor(options));

  addWorkflowCommands(program);
  addPluginCommands(program);
  addRunCommands(program);
  addProfileCommands(program);
  addKeyCommands(program);

  // Whoever reads may have seen enough, as `head` does.
  process.stdout.on('error', () => process.exit());
  try {
    await program.parseAsync(argv);
    await leave();
  } catch (error) {
    fail(error);
  }
}

/** Ends although a plugin may have left a timer or a connection open; what was printed gets out first. */
async function leave(): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise((resolve) => stream.write('', resolve));
  process.exit();
}
