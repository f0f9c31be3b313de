import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '@cadence/contracts';
import { z } from 'zod';
import { fault } from './problem-list.ts';

const versions = z.record(z.string(), z.string());

const manifestSchema = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  type: z.string().optional(),
  cadence: z
    .looseObject({
      plugin: z.string().optional(),
      /** Names of environment variables that it asks for; an uploaded plugin sees no others. */
      secrets: z.array(z.string().regex(/^[A-Z_][A-Z0-9_]*$/i, 'must be the name of a variable')).optional(),
      /** Whether an uploaded plugin asks for the network. */
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
