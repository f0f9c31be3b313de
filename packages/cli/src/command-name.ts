// Advice names the command as it can be typed where it is read.
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import { published } from '@cadence-agents/contracts';

const npmFolder = join('node_modules', '.bin');

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a shell finds the command. npm extends the PATH of what it runs, but not that of the shell. */
const isOnShellPath = (path: string): boolean =>
  path
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.endsWith(npmFolder) && !folder.includes(`${sep}_npx${sep}`))
    .some((folder) => isExecutable(join(folder, 'cadence')));

/** The command's link in the nearest `node_modules` above a folder. */
function installedNear(folder: string): string | undefined {
  const file = join(folder, npmFolder, 'cadence');
  if (isExecutable(file)) return file;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedNear(parent);
}

function commandHere(script: string): string {
  if (isOnShellPath(process.env.PATH ?? '')) return 'cadence';
  const folder = process.cwd();
  const installed = installedNear(folder);
  if (installed !== undefined) return relative(folder, installed);
  const isFetched = script.includes(`${sep}_npx${sep}`);
  return published.reserved && isFetched ? `npx ${published.command}` : script;
}

let known: string | undefined;

/** The same text, with each command in it as it is to be typed here. */
export function asTyped(text: string): string {
  if (!/\bcadence [a-z]/.test(text)) return text;
  known ??= commandHere(process.argv[1] ?? 'cadence');
  const command = known;
  return text.replaceAll(/(?<![\w./-])cadence(?= [a-z])/g, () => command);
}
