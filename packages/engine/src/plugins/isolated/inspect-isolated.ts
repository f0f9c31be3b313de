// How a plugin is inspected that has a process of its own: none of its code runs in this one.
import { access, readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Problem } from '@cadence-agents/contracts';
import type { Log } from '../../log.ts';
import type { ModuleInspection } from '../inspect/inspect-module.ts';
import type { InspectManner } from '../inspect/inspect-plugin.ts';
import { isInside } from '../inspect/is-inside.ts';
import type { PluginManifest } from '../inspect/plugin-manifest.ts';
import { fault } from '../inspect/problem-list.ts';
import { IsolatedPlugin } from './isolated-plugin.ts';
import { type IsolationOptions, isolationInForce, type ProcessTimeouts } from './isolation.ts';

const DEFAULT_MEMORY_MB = 256;

/** `onStart` gets the process that was started; the caller has to close it. */
export function isolatedManner(
  options: IsolationOptions & { timeouts?: ProcessTimeouts },
  log: Log,
  onStart: (plugin: IsolatedPlugin) => void,
): InspectManner {
  const {
    demand = 'auto',
    memoryMb = DEFAULT_MEMORY_MB,
    secrets = () => ({}),
    network = false,
    timeouts,
  } = options;
  return {
    usesPackagesAbove: false,
    refusals: async () => [],
    inspectModule: async (target, { cadence }, configOf): Promise<ModuleInspection> => {
      const { level } = await isolationInForce(demand);
      if (!level) return { problems: [unavailable(demand)] };
      const plan = {
        folder: target.folder,
        level,
        network: network && cadence?.network === true,
        memoryMb,
        env: () => declaredSecrets(cadence, secrets()),
      };
      const plugin = new IsolatedPlugin({
        ...{ target, plan, log },
        ...(configOf && { configOf }),
        ...(timeouts && { timeouts }),
      });
      onStart(plugin);
      return plugin.inspect();
    },
  };
}

/** The same for a plugin that comes from anywhere, with what it must not contain. */
export function uploadedManner(manner: InspectManner): InspectManner {
  return {
    ...manner,
    refusals: uploadRefusals,
    async inspectModule(target, manifest, configOf) {
      const inspected = await manner.inspectModule(target, manifest, configOf);
      const refused = dependencyRefusals('$.metadata.dependencies', inspected.metadata?.dependencies);
      return refused.length === 0 ? inspected : { problems: [...inspected.problems, ...refused] };
    },
  };
}

// These would change the behaviour of the process itself.
const neverHandedOver = /^(?:NODE_|LD_|DYLD_)/i;

function declaredSecrets(
  declared: PluginManifest['cadence'],
  allowed: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = (declared?.secrets ?? []).filter((name) => !neverHandedOver.test(name));
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(allowed, name) ? [[name, allowed[name] ?? '']] : [])),
  );
}

const unavailable = (demand: string) =>
  fault(
    'ISOLATION_UNAVAILABLE',
    'CADENCE_PLUGIN_ISOLATION',
    `The isolation "${demand}" is demanded, and this machine does not have it.`,
    'Let the server make namespaces (Linux, unshare), or set CADENCE_PLUGIN_ISOLATION to "process" or "auto".',
  );

/** What an uploaded plugin must not contain, because it would bypass the isolation. */
async function uploadRefusals(folder: string, manifest: PluginManifest): Promise<Problem[]> {
  return [
    ...(await npmSettings(folder)),
    ...manifestProblems(manifest),
    ...(await lockProblems(folder)),
    ...(await linkProblems(folder)),
  ];
}

// npm runs outside the isolation and obeys this file: it can start programs and send secrets of the environment.
async function npmSettings(folder: string): Promise<Problem[]> {
  const exists = await access(join(folder, '.npmrc')).then(
    () => true,
    () => false,
  );
  const message = 'It brings settings for npm.';
  return exists ? [fault('NPM_SETTINGS', '.npmrc', message, 'Leave the file ".npmrc" out.')] : [];
}

// A folder, a URL or a repository in the place of a version.
const notOfRegistry = /^(?!npm:@?[\w./-]+@[^:/]+$).*[:/\\]/;
const dependencyLists = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
] as const;

/** Versions, at any depth, that do not come from the registry. */
function dependencyRefusals(path: string, versions: unknown): Problem[] {
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

/** A lock file says where packages come from, whatever package.json says. */
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

/** Links out of the folder: Node's permissions would follow them. */
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
