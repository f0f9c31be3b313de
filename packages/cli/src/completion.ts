// Scripts by which shells complete commands and options. They hold all names, so that a Tab starts no process.
import type { Command } from 'commander';
import { oneOf } from './options.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export function addCommands(program: Command): void {
  program
    .command('completion <shell>')
    .description('print a script with which bash, zsh or fish completes commands and options')
    .action((shell: string) => printScript(program, shell));
}

async function printScript(program: Command, given: string): Promise<void> {
  const shell = await oneOf('shell', given, shells);
  const places = placesIn(program);
  console.log(shell === 'fish' ? fishScript(places) : bashScript(places, shell === 'zsh'));
}

/** What can be typed after some words. */
interface Place {
  /** The words: none, a command, or a command and one of its own. */
  after: string[];
  words: { word: string; about: string }[];
}

function placesIn(command: Command, after: string[] = []): Place[] {
  const options = command.options.map(({ long, description }) => ({ word: long ?? '', about: description }));
  const commands = command.commands.map((each) => ({ word: each.name(), about: each.description() }));
  const help = { word: '--help', about: 'what it does, with an example' };
  return [
    { after, words: [...commands, ...options.filter(({ word }) => word !== ''), help] },
    ...command.commands.flatMap((each) => placesIn(each, [...after, each.name()])),
  ];
}

function bashScript(places: readonly Place[], isZsh: boolean): string {
  const cases = places.map(
    ({ after, words }) => `      '${after.join(' ')}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  return `${isZsh ? 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n' : ''}_cadence() {
  local word words='' after='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    [[ $word == -* ]] && break
    after="\${after:+$after }$word"
  done
  while true; do
    case "$after" in
${cases.join('\n')}
    esac
    [[ -n $words || -z $after ]] && break
    [[ $after == *' '* ]] && after=\${after% *} || after=''
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _cadence cadence`;
}

function fishScript(places: readonly Place[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return places
    .flatMap(({ after, words }) => {
      const own = words.filter(({ word }) => !word.startsWith('-')).map(({ word }) => word);
      const deeper = own.length > 0 ? `; and not __fish_seen_subcommand_from ${own.join(' ')}` : '';
      const seen = after.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
      const here = quoted(`${seen || 'true'}${deeper}`);
      return words.map(({ word, about }) => {
        const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
        return `complete -c cadence -n ${here} ${what} -d ${quoted(about)}`;
      });
    })
    .join('\n');
}
