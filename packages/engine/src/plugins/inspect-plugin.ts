// Everything that is looked at before a plugin is used, in one pass: `cadence plugin check` prints what it finds,
// loading needs it to find no fault.
import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import {
  type Plugin,
  type PluginAgent,
  type PluginHealth,
  type PluginMetadata,
  type Problem,
  pluginMetadataSchema,
} from '@cadence/contracts';
import { createdAgent } from '@cadence/sdk/host';
import { checkHealth } from './check-health.ts';
import { entryFile } from './entry-file.ts';
import { folderHash } from './folder-hash.ts';
import { importPlugin } from './import-plugin.ts';
import { missingDependencies } from './missing-dependencies.ts';
import { type PluginManifest, readManifest } from './plugin-manifest.ts';
import { fault, remark } from './problem-list.ts';
import { unmetDependencies } from './unmet-dependencies.ts';

export interface InspectOptions {
  /** Default 10 000. */
  importTimeoutMs?: number;
  /** For the health check, and for `validateDependencies`. Default 5 000. */
  healthTimeoutMs?: number;
}

export interface Inspection {
  problems: Problem[];
  manifest?: PluginManifest;
  hash?: string;
  metadata?: PluginMetadata;
  agent?: PluginAgent;
  health?: PluginHealth | undefined;
  /** Packages to install before it can work. */
  missing: Record<string, string>;
}

export async function inspectPlugin(path: string, options: InspectOptions = {}): Promise<Inspection> {
  const folder = await realpath(path).catch(() => undefined);
  if (folder === undefined) {
    const message = `There is no folder "${path}".`;
    return { problems: [fault('FOLDER_NOT_FOUND', path, message, 'Check the path.')], missing: {} };
  }
  const { manifest, problems } = await readManifest(folder);
  if (!manifest) return { problems, missing: {} };
  const { entry, problems: entryProblems } = await entryFile(folder, manifest);
  const missing = await missingDependencies(folder, manifest.dependencies ?? {});
  if (entry === undefined)
    return { problems: [...entryProblems, ...missingProblems(missing)], manifest, missing };
  return inspectModule({ folder, entry, manifest, missing }, options);
}

interface Found {
  folder: string;
  entry: string;
  manifest: PluginManifest;
  missing: Record<string, string>;
}

async function inspectModule(found: Found, options: InspectOptions): Promise<Inspection> {
  const { folder, entry, manifest } = found;
  const { importTimeoutMs = 10_000, healthTimeoutMs = 5_000 } = options;
  const hash = await folderHash(folder);
  const imported = await importPlugin({ folder, entry, hash, timeoutMs: importTimeoutMs });
  const { plugin } = imported;
  const declared = plugin?.metadata.dependencies ?? {};
  const missing = { ...(await missingDependencies(folder, declared)), ...found.missing };
  const problems = [...missingProblems(missing), ...unlessExplained(imported.problems, missing)];
  const base = { manifest, hash, missing };
  if (!plugin) return { ...base, problems };
  const { agent, problems: agentProblems } = createdAgent(plugin.createAgent);
  const place = { folder, entry: relative(folder, entry), timeoutMs: healthTimeoutMs };
  const unmet = await unmetDependencies(plugin, place);
  const { health, problems: healthProblems } = await checkHealth(plugin, place);
  return {
    ...base,
    problems: [...problems, ...agentProblems, ...unmet, ...healthProblems, ...remarks(plugin, manifest)],
    metadata: pluginMetadataSchema.parse(plugin.metadata),
    ...(agent && { agent }),
    health,
  };
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

/** An import that failed for want of a package which is listed as missing says nothing new. */
function unlessExplained(problems: readonly Problem[], missing: Readonly<Record<string, string>>): Problem[] {
  const names = Object.keys(missing);
  return problems.filter(
    ({ code, message }) =>
      code !== 'IMPORT_FAILED' || !names.some((name) => message.includes(`Cannot find package '${name}'`)),
  );
}

function remarks({ metadata }: Plugin, manifest: PluginManifest): Problem[] {
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
