import { Command } from 'commander';
import cli from '../package.json' with { type: 'json' };
import { addExamples } from './examples.ts';
import { exitCodes, fail, outlineOf } from './exit-code.ts';
import { addNouns } from './nouns.ts';

export async function main(argv: readonly string[]): Promise<void> {
  const program = await programFor(argv[2]);

  // Whoever reads may have seen enough, as `head` does; a server goes on whether it is read or not.
  const serves = argv[2] === 'serve' || argv[2] === 'worker';
  process.stdout.on('error', () => serves || process.exit());
  process.stderr.on('error', () => {});
  process.on('unhandledRejection', tellEscaped).on('uncaughtException', tellEscaped);
  try {
    await program.parseAsync(argv);
    await leave();
  } catch (error) {
    fail(error);
  }
}

/** With the commands of one noun, or with every command there is. */
export async function programFor(noun?: string): Promise<Command> {
  const program = new Command('cadence')
    .description('Multi-agent conversations as workflows you can see, check, replay and trust.')
    .version(cli.version)
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage));
  await addNouns(program, noun);
  addExamples(program);
  return program;
}

/** What a plugin left behind must not end the command; Node would, with words that may be anybody's. */
function tellEscaped(error: unknown): void {
  // A server has a log for it.
  if (process.listenerCount('unhandledRejection') > 1) return;
  process.stderr.write(`warning: something went wrong that nobody handled: ${outlineOf(error)}\n`);
}

/** Ends although a plugin may have left a timer or a connection open; what was printed gets out first. */
async function leave(): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise((resolve) => stream.write('', resolve));
  process.exit();
}
