import { access, readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Problem } from '@cadence/contracts';
import { isInside } from '../inspect/is-inside.ts';
import type { PluginManifest } from '../inspect/plugin-manifest.ts';
import { fault } from '../inspect/problem-list.ts';

/** What an uploaded plugin must not have, because it would reach around its isolation. */
export async function uploadRefusals(folder: string, manifest: PluginManifest): Promise<Problem[]> {
  return [
    ...(await npmSettings(folder)),
    ...manifestProblems(manifest),
    ...(await lockProblems(folder)),
    ...(await linkProblems(folder)),
  ];
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
const dependencyLists = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
] as const;

/** Versions, at any depth, that are something else. */
export function dependencyRefusals(path: string, versions: unknown): Problem[] {
  return textsIn(versions)
    .filter((version) => notOfRegistry.test(version))
    .map((version) => elsewhereProblem(path, version));
}

function manifestProblems(manifest: PluginManifest): Problem[] {
  const elsewhere = dependencyLists.flatMap((list) =>
    dependencyRefusals(`package.json:$.${list}`, manifest[list]),
  );
  if (manifest.workspaces === undefined) return elsewhere;
  const message = 'It names workspaces, which may lie outside its folder.';
  return [...elsewhere, fault('WORKSPACES_REFUSED', 'package.json:$.workspaces', message, 'Leave them out.')];
}

const elsewhereProblem = (path: string, source: string): Problem =>
  fault(
    'DEPENDENCY_REFUSED',
    path,
    `A package is to come from "${source}", which is not the registry.`,
    'Name a version, as "^1.2.0", or put the code into the plugin.',
  );

/** A lock says where packages come from, whatever package.json has. */
async function lockProblems(folder: string): Promise<Problem[]> {
  const locks = ['package-lock.json', 'npm-shrinkwrap.json'].map(async (name) => {
    const lock = await readFile(join(folder, name), 'utf8').catch(() => '');
    const sources = [...lock.matchAll(/"resolved"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(
      ([, source = '']) => source,
    );
    return sources
      .filter((source) => !/^https?:/.test(source))
      .map((source) => elsewhereProblem(name, source));
  });
  return (await Promise.all(locks)).flat();
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
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
