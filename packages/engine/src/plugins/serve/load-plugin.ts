import { basename } from 'node:path';
import { CadenceError, type PluginHealth, type Problem } from '@cadence/contracts';
import type { Log } from '../../log.ts';
import type { PluginCandidate } from '../find/plugin-source.ts';
import { folderHash } from '../inspect/folder-hash.ts';
import { type Inspection, type InspectOptions, inspectPlugin } from '../inspect/inspect-plugin.ts';
import { fault, faultsIn } from '../inspect/problem-list.ts';
import { uploadedManner } from '../isolated/inspect-uploaded.ts';
import type { IsolatedPlugin } from '../isolated/isolated-plugin.ts';
import { isolationInForce } from '../isolated/isolation-in-force.ts';
import type { IsolationLevel, IsolationOptions } from '../isolated/isolation-level.ts';
import type { ProcessTimes } from '../isolated/process-times.ts';
import { installDependencies } from './install-dependencies.ts';
import { type PluginBundle, pluginBundle } from './plugin-bundle.ts';

export interface PrepareOptions extends InspectOptions {
  /** Whether folders of directory and uploaded plugins get the packages they lack. Default true. */
  installDependencies?: boolean;
  /** For uploaded plugins. */
  isolation?: IsolationOptions & { times?: ProcessTimes };
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
  /** How it is kept apart, or would be if it could be loaded. */
  isolation: IsolationLevel;
  /** Everything that was found, remarks included. */
  problems: readonly Problem[];
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
  const { inspection, isolated } = await inspected(candidate, options, log);
  const bundle = pluginBundle(inspection, candidate, isolated);
  const name = inspection.metadata?.name ?? inspection.manifest?.name ?? basename(candidate.folder);
  const before = previous?.before ?? previous?.bundle;
  const { health, problems } = inspection;
  const isolation = await levelFor(candidate, options);
  if (bundle) return { candidate, name, bundle, before, health, problems, isolation };
  await isolated?.close();
  const failure = failureOf(faultsIn(problems));
  log.warn('plugin not loaded', { folder: candidate.folder, reason: failure.reason });
  return {
    candidate,
    name: before?.metadata.name ?? name,
    bundle: before,
    health,
    problems,
    isolation,
    failure,
  };
}

async function levelFor({ source }: PluginCandidate, { isolation }: PrepareOptions): Promise<IsolationLevel> {
  return source === 'uploaded' ? ((await isolationInForce(isolation?.demand)).level ?? 'none') : 'none';
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
  // An uploaded plugin runs elsewhere: it has to be loaded anew.
  if ([source, previous.bundle.source].includes('uploaded')) return undefined;
  return { ...sound, candidate, bundle: Object.freeze({ ...previous.bundle, source }) };
}

interface Inspected {
  inspection: Inspection;
  isolated: IsolatedPlugin | undefined;
}

async function inspected(candidate: PluginCandidate, options: PrepareOptions, log: Log): Promise<Inspected> {
  const { folder, source } = candidate;
  const first = await inspectUnlessUnreadable(candidate, options, log);
  const { missing } = first.inspection;
  const names = Object.keys(missing);
  const mayInstall = source !== 'package' && options.installDependencies !== false;
  if (names.length === 0 || !mayInstall) return first;
  await first.isolated?.close();
  try {
    log.info('installing packages for a plugin', { folder, packages: names });
    await installDependencies(folder, { alsoNeeded: missing, usesPackagesAbove: source !== 'uploaded' });
    return await inspectUnlessUnreadable(candidate, options, log);
  } catch (error) {
    const { message, hint } = CadenceError.from(error);
    const problem = fault('DEPENDENCY_NOT_INSTALLED', 'package.json', message, hint ?? '');
    const problems = [problem, ...first.inspection.problems];
    return { inspection: { ...first.inspection, problems }, isolated: undefined };
  }
}

// Nothing that one folder does may keep the others from being loaded.
async function inspectUnlessUnreadable(
  { folder, source }: PluginCandidate,
  options: PrepareOptions,
  log: Log,
): Promise<Inspected> {
  let isolated: IsolatedPlugin | undefined;
  const elsewhere = () =>
    uploadedManner(options.isolation ?? {}, log, (started) => {
      isolated = started;
    });
  try {
    const manner = source === 'uploaded' ? elsewhere() : undefined;
    return { inspection: await inspectPlugin(folder, options, manner), isolated };
  } catch (error) {
    const message = `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    const hint = 'Check the permissions of the folder and its files.';
    const problems = [fault('FOLDER_UNREADABLE', folder, message, hint)];
    return { inspection: { problems, missing: {} }, isolated };
  }
}

function failureOf(problems: readonly Problem[]): { reason: string; hint: string | undefined } {
  const reason = problems.map(({ path, message }) => `${path}: ${message}`).join('\n');
  return { reason: reason || 'It could not be loaded.', hint: problems[0]?.hint };
}
