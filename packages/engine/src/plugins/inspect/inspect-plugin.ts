// Everything that is inspected before a plugin is used, in one pass: `cadence plugin check` prints the problems, and
// a plugin with an error among them is not loaded.
import { realpath } from 'node:fs/promises';
import type { PluginMetadata, Problem } from '@cadence-agents/contracts';
import { folderHash } from './folder-hash.ts';
import {
  type EnteredConfig,
  inspectModule,
  type ModuleInspection,
  type ModuleTarget,
} from './inspect-module.ts';
import { missingDependencies } from './missing-dependencies.ts';
import { entryFile, type PluginManifest, readManifest } from './plugin-manifest.ts';
import { fault, remark } from './problem-list.ts';

export interface InspectOptions {
  /** Default 10 000. */
  importTimeoutMs?: number;
  /** For the health check, and for `validateDependencies`. Default 5 000. */
  healthTimeoutMs?: number;
  /** What was entered for the plugin of a slug. Default: nothing. */
  configOf?: EnteredConfig;
}

export interface Inspection extends ModuleInspection {
  manifest?: PluginManifest;
  hash?: string;
  /** Packages to install before it can work. */
  missing: Record<string, string>;
}

/** What differs between plugins that the operator put there and uploaded ones. */
export interface InspectManner {
  /** Runs the module, in this process or in another. */
  inspectModule: (
    target: ModuleTarget,
    manifest: PluginManifest,
    configOf?: EnteredConfig,
  ) => Promise<ModuleInspection>;
  /** Whether packages of the folders above count as its own. */
  usesPackagesAbove: boolean;
  /** What is wrong with the folder, found without running any of its code. */
  refusals: (folder: string, manifest: PluginManifest) => Promise<Problem[]>;
}

const inThisProcess: InspectManner = {
  inspectModule: (target, _, configOf) => inspectModule(target, { configOf }),
  usesPackagesAbove: true,
  refusals: async () => [],
};

/** Everything wrong with the plugin in a folder, at once, and what it is; its code runs, and is asked for its health. */
export async function inspectPlugin(
  path: string,
  options: InspectOptions = {},
  manner: InspectManner = inThisProcess,
): Promise<Inspection> {
  const folder = await realpath(path).catch(() => undefined);
  if (folder === undefined) {
    const message = `There is no folder "${path}".`;
    return { problems: [fault('FOLDER_NOT_FOUND', path, message, 'Check the path.')], missing: {} };
  }
  const { manifest, problems } = await readManifest(folder);
  if (!manifest) return { problems, missing: {} };
  const { entry, problems: entryProblems } = await entryFile(folder, manifest);
  const refusals = await manner.refusals(folder, manifest);
  if (refusals.length > 0) return { problems: [...refusals, ...entryProblems], manifest, missing: {} };
  const missing = await missingDependencies(folder, manifest.dependencies ?? {}, manner.usesPackagesAbove);
  if (entry === undefined)
    return { problems: [...entryProblems, ...missingProblems(missing)], manifest, missing };
  return inspectCode({ folder, entry, manifest, missing }, options, manner);
}

interface Found {
  folder: string;
  entry: string;
  manifest: PluginManifest;
  missing: Record<string, string>;
}

async function inspectCode(
  found: Found,
  options: InspectOptions,
  manner: InspectManner,
): Promise<Inspection> {
  const { folder, entry, manifest } = found;
  const { importTimeoutMs = 10_000, healthTimeoutMs = 5_000, configOf } = options;
  const hash = await folderHash(folder);
  const target = { folder, entry, hash, importTimeoutMs, healthTimeoutMs };
  const inspected = await manner.inspectModule(target, manifest, configOf);
  const { metadata } = inspected;
  const declared = metadata?.dependencies ?? {};
  const lacking = await missingDependencies(folder, declared, manner.usesPackagesAbove);
  const missing = { ...lacking, ...found.missing };
  const problems = [
    ...missingProblems(missing),
    ...unlessExplained(inspected.problems, missing),
    ...(metadata ? remarks(metadata, manifest) : []),
    ...configRemarks(inspected),
  ];
  return { ...inspected, manifest, hash, missing, problems };
}

function missingProblems(missing: Readonly<Record<string, string>>): Problem[] {
  return Object.entries(missing).map(([name, version]) =>
    fault(
      'DEPENDENCY_MISSING',
      `package.json:$.dependencies.${name}`,
      `The package "${name}" (${version}) is not installed.`,
      'Run `npm install` in the folder of the plugin.',
    ),
  );
}

/** Without failed imports of packages that are listed as missing already. */
function unlessExplained(problems: readonly Problem[], missing: Readonly<Record<string, string>>): Problem[] {
  const names = Object.keys(missing);
  return problems.filter(
    ({ code, message }) =>
      code !== 'IMPORT_FAILED' || !names.some((name) => message.includes(`Cannot find package '${name}'`)),
  );
}

function configRemarks({ config }: ModuleInspection): Problem[] {
  const hint = 'Enter a config that fits; until then the defaults are in force.';
  return (config?.problems ?? []).map(({ path, message }) =>
    remark(
      'CONFIG_UNFIT',
      ['config', path].filter(Boolean).join('.'),
      `What was entered does not fit: ${message}.`,
      hint,
    ),
  );
}

function remarks(metadata: PluginMetadata, manifest: PluginManifest): Problem[] {
  const found: Problem[] = [];
  if (manifest.version !== undefined && manifest.version !== metadata.version) {
    const message = `package.json says version ${manifest.version}, the plugin ${metadata.version}.`;
    found.push(remark('VERSION_DIFFERS', '$.metadata.version', message, 'Let both say the same.'));
  }
  if (manifest.type !== 'module') {
    const message = 'package.json does not say that its files are ES modules.';
    found.push(remark('TYPE_MISSING', 'package.json:$', message, 'Add "type": "module".'));
  }
  return found;
}
