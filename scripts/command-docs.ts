// docs/command-reference.md: every command with its arguments and options, from what the command line itself reads.
import { programFor } from '../packages/cli/src/main.ts';

type Command = Awaited<ReturnType<typeof programFor>>;

export async function commandReferencePage(): Promise<string> {
  const program = await programFor();
  return `# Command reference

This page is made from the commands themselves by \`npm run docs\`; \`cadence COMMAND --help\` prints the same. [The command line](command-line.md) shows them at work.

${leaves(program).map(section).join('\n')}`;
}

/** The commands that do something, in the order of \`--help\`. */
function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

function section(command: Command): string {
  const rows = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, description, defaultValue }) => {
      const fallback = defaultValue === undefined ? '' : ` Default \`${String(defaultValue)}\`.`;
      return `| \`${cell(flags)}\` | ${cell(sentence(description))}${fallback} |`;
    });
  const table = rows.length === 0 ? [] : ['', '| option | |', '|---|---|', ...rows];
  const summary = sentence(command.description());
  return [
    `## ${nameOf(command)}`,
    '',
    '```text',
    `${nameOf(command)} ${command.usage()}`,
    '```',
    '',
    summary,
    ...table,
    '',
  ].join('\n');
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

/** Words as a sentence; an address or a name keeps its small letter. */
const sentence = (text: string) =>
  `${text.replace(/^[a-z]+(?=[ ,])/, (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)}.`.replace(
    /\.\.$/,
    '.',
  );
const cell = (text: string) => text.replaceAll('|', '\\|');
