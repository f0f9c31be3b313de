// Advice names the command as it can be typed where it is read.
import { accessSync, constants } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

const folders = (path: string) => path.split(delimiter).filter((folder) => folder !== '');

/** Whether a shell finds it by itself. What npm adds to the path of what it runs is not in that of the shell. */
function isFound(path: string): boolean {
  return folders(path).some((folder) => {
    if (folder.endsWith(join('node_modules', '.bin')) || folder.includes(`${sep}_npx${sep}`)) return false;
    try {
      accessSync(join(folder, 'cadence'), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

let found: boolean | undefined;

/** The same text, with each command in it as it is to be typed here. */
export function asTyped(text: string): string {
  if (!/\bcadence [a-z]/.test(text)) return text;
  found ??= isFound(process.env.PATH ?? '');
  return found ? text : text.replaceAll(/(?<![\w./-]|npx )cadence(?= [a-z])/g, 'npx cadence');
}
