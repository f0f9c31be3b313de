import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Problem } from '@cadence/contracts';
import { isInside } from './is-inside.ts';
import type { PluginManifest } from './plugin-manifest.ts';
import { fault } from './problem-list.ts';

const PLACE = 'package.json:$.cadence.plugin';

/** The module that a plugin's package.json names, if it is a file of that folder; the folder is a real path. */
export async function entryFile(
  folder: string,
  manifest: PluginManifest,
): Promise<{ entry?: string; problems: Problem[] }> {
  const named = manifest.cadence?.plugin;
  if (named === undefined) {
    const message = 'package.json does not say which module is the plugin.';
    return refuse('ENTRY_MISSING', message, 'Add "cadence": { "plugin": "./src/index.ts" }.');
  }
  const path = resolve(folder, named);
  const entry = await realpath(path).catch(() => undefined);
  if (!isInside(folder, path) || (entry !== undefined && !isInside(folder, entry))) {
    const message = `The plugin's module "${named}" lies outside its folder.`;
    return refuse(
      'ENTRY_OUTSIDE',
      message,
      'Keep it inside, without ".." and without a link that leads out.',
    );
  }
  if (entry === undefined || !(await stat(entry)).isFile()) {
    const message = `The plugin's module "${named}" does not exist, or is not a file.`;
    return refuse(
      'ENTRY_NOT_FOUND',
      message,
      `Create it, or correct the path; "${folder}" is where it starts.`,
    );
  }
  if (/\.[cm]?ts$/.test(entry) && entry.includes(`${sep}node_modules${sep}`)) {
    const message = `The plugin's module "${named}" is TypeScript inside node_modules, which Node does not run.`;
    return refuse(
      'ENTRY_TYPESCRIPT',
      message,
      'Publish JavaScript, or use the folder as a directory plugin.',
    );
  }
  return { entry, problems: [] };
}

function refuse(code: string, message: string, hint: string): { problems: Problem[] } {
  return { problems: [fault(code, PLACE, message, hint)] };
}
