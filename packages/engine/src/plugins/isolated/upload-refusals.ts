import { access, readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Problem } from '@cadence/contracts';
import { isInside } from '../is-inside.ts';
import type { PluginManifest } from '../plugin-manifest.ts';
import { fault } from '../problem-list.ts';

/** What an uploaded plugin must not have, because it would reach around its isolation. */
export async function uploadRefusals(folder: string, manifest: PluginManifest): Promise<Problem[]> {
  return [...(await npmSettings(folder)), ...dependencyProblems(manifest), ...(await linkProblems(folder))];
}

// npm, which runs outside, obeys it: other programs to start, and secrets of the environment in addresses.
async function npmSettings(folder: string): Promise<Problem[]> {
  const exists = await access(join(folder, '.npmrc')).then(
    () => true,
    () => false,
  );
  const message = 'It brings settings for npm.';
  return exists ? [fault('NPM_SETTINGS', '.npmrc', message, 'Leave the file ".npmrc" out.')] : [];
}

// A folder, an address or a repository in the place of a version.
const notOfRegistry = /^(?!npm:@?[\w./-]+@[^:/]+$).*[:/\\]/;

function dependencyProblems({ dependencies = {}, optionalDependencies = {} }: PluginManifest): Problem[] {
  return Object.entries({ ...dependencies, ...optionalDependencies })
    .filter(([, version]) => notOfRegistry.test(version))
    .map(([name, version]) =>
      fault(
        'DEPENDENCY_REFUSED',
        `package.json:$.dependencies.${name}`,
        `The package "${name}" is to come from "${version}", which is not the registry.`,
        'Name a version, as "^1.2.0", or put the code into the plugin.',
      ),
    );
}

/** Links that lead out of the folder: Node's permissions follow them. */
async function linkProblems(folder: string): Promise<Problem[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const problems: Problem[] = [];
  for (const entry of entries.filter((each) => each.isSymbolicLink())) {
    const path = join(entry.parentPath, entry.name);
    const target = await realpath(path).catch(() => undefined);
    if (target !== undefined && isInside(folder, target)) continue;
    const message = `"${relative(folder, path)}" is a link that leads out of the plugin, or nowhere.`;
    problems.push(fault('LINK_OUTSIDE', relative(folder, path), message, 'Leave it out.'));
  }
  return problems;
}
