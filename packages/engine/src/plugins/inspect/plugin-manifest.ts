import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Problem } from '@cadence-agents/contracts';
import { z } from 'zod';
import { isInside } from './is-inside.ts';
import { fault } from './problem-list.ts';

const versions = z.record(z.string(), z.string());

const manifestSchema = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  type: z.string().optional(),
  cadence: z
    .looseObject({
      plugin: z.string().optional(),
      /** Whether it asks for a process of its own, wherever it comes from. */
      isolated: z.boolean().optional(),
      /** Names of environment variables that it asks for; in a process of its own it sees no others. */
      secrets: z.array(z.string().regex(/^[A-Z_][A-Z0-9_]*$/i, 'must be the name of a variable')).optional(),
      /** Whether it asks for the network in a process of its own. */
      network: z.boolean().optional(),
    })
    .optional(),
  workspaces: z.union([z.array(z.string()), z.looseObject({ packages: z.array(z.string()) })]).optional(),
  dependencies: versions.optional(),
  devDependencies: versions.optional(),
  optionalDependencies: versions.optional(),
  peerDependencies: versions.optional(),
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
});
/** What we read of a package.json. */
export type PluginManifest = z.infer<typeof manifestSchema>;

/** A folder's package.json, or why there is none. */
export async function readManifest(
  folder: string,
): Promise<{ manifest?: PluginManifest; problems: Problem[] }> {
  const hint = 'A plugin needs a package.json with "cadence": { "plugin": "./src/index.ts" }.';
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) {
    const message = `There is no readable package.json in "${folder}".`;
    return { problems: [fault('PACKAGE_UNREADABLE', 'package.json', message, hint)] };
  }
  const json = parsed(text);
  if (json instanceof Error) {
    const message = `package.json is not JSON: ${json.message}.`;
    return { problems: [fault('PACKAGE_UNREADABLE', 'package.json', message, 'Correct it there.')] };
  }
  const result = manifestSchema.safeParse(json);
  if (result.success) return { manifest: result.data, problems: [] };
  return {
    problems: result.error.issues.map(({ path, message }) => {
      const place = ['$', ...path.map(String)].join('.');
      return fault('PACKAGE_INVALID', `package.json:${place}`, `In package.json, ${message}.`, hint);
    }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

const ENTRY_PATH = 'package.json:$.cadence.plugin';

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
  return { problems: [fault(code, ENTRY_PATH, message, hint)] };
}
