import { basename } from 'node:path';
import { CadenceError, type PluginHealth, type Problem } from '@cadence/contracts';
import type { Log } from '../log.ts';
import { folderHash } from './folder-hash.ts';
import { type Inspection, type InspectOptions, inspectPlugin } from './inspect-plugin.ts';
import { installDependencies } from './install-dependencies.ts';
import { type PluginBundle, pluginBundle } from './plugin-bundle.ts';
import type { PluginCandidate } from './plugin-source.ts';
import { fault, faultsIn } from './problem-list.ts';

export interface PrepareOptions extends InspectOptions {
  /** Whether folders of directory and uploaded plugins get the packages they lack. Default true. */
  installDependencies?: boolean;
}

/** What became of one candidate. */
export interface PreparedPlugin {
  candidate: PluginCandidate;
  /** The best name known for it. */
  name: string;
  /** The version to use: with a failure beside it, the one from before. */
  bundle?: PluginBundle | undefined;
  /** The version that served before, until this one does. */
  before?: PluginBundle | undefined;
  health?: PluginHealth | undefined;
  failure?: { reason: string; hint: string | undefined };
}

/** Loads a candidate, or keeps what was loaded of it when its files are the same or no longer work. */
export async function preparePlugin(
  candidate: PluginCandidate,
  previous: PreparedPlugin | undefined,
  options: PrepareOptions,
  log: Log,
): Promise<PreparedPlugin> {
  const unchanged = await keptIfUnchanged(candidate, previous);
  if (unchanged) return unchanged;
  const inspection = await inspected(candidate, options, log);
  const bundle = pluginBundle(inspection, candidate);
  const name = inspection.metadata?.name ?? inspection.manifest?.name ?? basename(candidate.folder);
  const before = previous?.before ?? previous?.bundle;
  if (bundle) return { candidate, name, bundle, before, health: inspection.health };
  const failure = failureOf(faultsIn(inspection.problems));
  log.warn('plugin not loaded', { folder: candidate.folder, reason: failure.reason });
  return {
    candidate,
    name: before?.metadata.name ?? name,
    bundle: before,
    health: inspection.health,
    failure,
  };
}

async function keptIfUnchanged(
  candidate: PluginCandidate,
  previous: PreparedPlugin | undefined,
): Promise<PreparedPlugin | undefined> {
  if (!previous?.bundle) return undefined;
  const hash = await folderHash(candidate.folder).catch(() => undefined);
  if (hash !== previous.bundle.hash) return undefined;
  const { failure: _, ...sound } = previous;
  const { source } = candidate;
  if (previous.bundle.source === source) return sound;
  return { ...sound, candidate, bundle: Object.freeze({ ...previous.bundle, source }) };
}

async function inspected(
  { folder, source }: PluginCandidate,
  options: PrepareOptions,
  log: Log,
): Promise<Inspection> {
  const inspection = await inspectUnlessUnreadable(folder, options);
  const { missing } = inspection;
  const names = Object.keys(missing);
  const mayInstall = source !== 'package' && options.installDependencies !== false;
  if (names.length === 0 || !mayInstall) return inspection;
  try {
    log.info('installing packages for a plugin', { folder, packages: names });
    await installDependencies(folder, { alsoNeeded: missing });
    return await inspectUnlessUnreadable(folder, options);
  } catch (error) {
    const { message, hint } = CadenceError.from(error);
    const problem = fault('DEPENDENCY_NOT_INSTALLED', 'package.json', message, hint ?? '');
    return { ...inspection, problems: [problem, ...inspection.problems] };
  }
}

// Nothing that one folder does may keep the others from being loaded.
async function inspectUnlessUnreadable(folder: string, options: InspectOptions): Promise<Inspection> {
  try {
    return await inspectPlugin(folder, options);
  } catch (error) {
    const message = `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    const hint = 'Check the permissions of the folder and its files.';
    return { problems: [fault('FOLDER_UNREADABLE', folder, message, hint)], missing: {} };
  }
}

function failureOf(problems: readonly Problem[]): { reason: string; hint: string | undefined } {
  const reason = problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
  return { reason: reason || 'It could not be loaded.', hint: problems[0]?.hint };
}
