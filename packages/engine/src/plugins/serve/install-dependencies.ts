import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CadenceError } from '@cadence-agents/contracts';
import { isHosted } from '../inspect/host-modules.ts';
import { missingDependencies } from '../inspect/missing-dependencies.ts';
import { type PluginManifest, readManifest } from '../inspect/plugin-manifest.ts';
import { notInstalled, runNpm } from './run-npm.ts';

export interface InstallOptions {
  /** Packages that the plugin's metadata asks for beside its package.json. */
  alsoNeeded?: Readonly<Record<string, string>>;
  /** Whether packages of the folders above will do. Default true. */
  usesPackagesAbove?: boolean;
  /** Default 120 000. */
  timeoutMs?: number;
}

// Install scripts stay off: a plugin's packages run when the plugin uses them, not at installation.
const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--package-lock'];

/**
 * Gives a plugin's folder the packages it needs in a node_modules of its own, pinned by a lock file.
 * Answers whether there was anything to do.
 */
export async function installDependencies(folder: string, options: InstallOptions = {}): Promise<boolean> {
  const { alsoNeeded = {}, usesPackagesAbove = true, timeoutMs = 120_000 } = options;
  const { manifest, problems } = await readManifest(folder);
  if (!manifest)
    throw new CadenceError('PLUGIN_INVALID', `"${folder}" is no package.`, { details: problems });
  const wanted = { ...alsoNeeded, ...manifest.dependencies };
  const absentNow = async () => Object.keys(await missingDependencies(folder, wanted, usesPackagesAbove));
  if ((await absentNow()).length === 0) return false;
  const install = (command: string) => runNpm([command, ...flags], folder, timeoutMs);
  const other = installManifest(manifest, alsoNeeded);
  if (other) await withManifest(folder, other, () => install('install'));
  else await install((await hasLock(folder)) ? 'ci' : 'install');
  // npm is content with a `file:` dependency that leads nowhere.
  const [absent] = await absentNow();
  if (absent !== undefined)
    throw notInstalled(folder, `npm ended without an error, but "${absent}" is not there.`);
  return true;
}

// If the process dies before the file is restored, the plugin still works: the host provides what was left out.
async function withManifest(
  folder: string,
  manifest: PluginManifest,
  work: () => Promise<void>,
): Promise<void> {
  const file = join(folder, 'package.json');
  const original = await readFile(file);
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
  try {
    await work();
  } finally {
    await writeFile(file, original);
  }
}

async function hasLock(folder: string): Promise<boolean> {
  return access(join(folder, 'package-lock.json')).then(
    () => true,
    () => false,
  );
}

type Versions = Readonly<Record<string, string>>;

/**
 * The package.json for npm, if the plugin's own will not do. npm would look for the host's packages in the registry,
 * which lacks them, or has somebody else's of that name.
 */
function installManifest(manifest: PluginManifest, alsoNeeded: Versions): PluginManifest | undefined {
  const {
    dependencies = {},
    devDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = manifest;
  const isOptional = (name: string) => peerDependenciesMeta[name]?.optional === true;
  const lists = [dependencies, devDependencies, peerDependencies].flatMap(Object.keys);
  const asksForHosted = lists.some((name) => isHosted(name) && !isOptional(name));
  const asksForMore = Object.keys(alsoNeeded).some((name) => !(name in dependencies));
  if (!asksForHosted && !asksForMore) return undefined;
  return {
    ...manifest,
    dependencies: withoutHosted({ ...alsoNeeded, ...dependencies }),
    devDependencies: withoutHosted(devDependencies),
    peerDependencies: withoutHosted(peerDependencies),
  };
}

function withoutHosted(wanted: Versions): Record<string, string> {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !isHosted(name)));
}
