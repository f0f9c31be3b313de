import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  CadenceError,
  type JsonObject,
  type PluginConfig,
  type PluginHealth,
  type Problem,
} from '@cadence-agents/contracts';
import { pluginSlug } from '@cadence-agents/sdk/host';
import { type Log, silentLog } from '../../log.ts';
import type { PluginCandidate } from '../find/plugin-source.ts';
import { folderHash } from '../inspect/folder-hash.ts';
import { type Inspection, type InspectOptions, inspectPlugin } from '../inspect/inspect-plugin.ts';
import { readManifest } from '../inspect/plugin-manifest.ts';
import { fault, faultsIn } from '../inspect/problem-list.ts';
import { isolatedManner, uploadedManner } from '../isolated/inspect-isolated.ts';
import type { IsolatedPlugin } from '../isolated/isolated-plugin.ts';
import {
  type IsolationLevel,
  type IsolationOptions,
  isolationInForce,
  type ProcessTimeouts,
} from '../isolated/isolation.ts';
import { inPlugin } from '../plugin-scope.ts';
import { installDependencies } from './install-dependencies.ts';
import { type PluginBundle, pluginBundle } from './plugin-bundle.ts';

export interface LoadOptions extends InspectOptions {
  /** Whether folders of directory and uploaded plugins get the packages they lack. Default true. */
  installDependencies?: boolean;
  isolation?: IsolationOptions & { timeouts?: ProcessTimeouts };
  /** Whether the plugin of this slug was turned off. Default: none is. */
  isOff?: (slug: string) => boolean;
}

/** What came of loading one candidate. */
export interface PluginLoad {
  candidate: PluginCandidate;
  /** The best name known for it. */
  name: string;
  /** The version to use; with a failure beside it, the previous one. */
  bundle?: PluginBundle | undefined;
  /** The version that goes on serving until this one does. */
  before?: PluginBundle | undefined;
  /** What is known of one that was turned off. */
  off?: OffPlugin | undefined;
  health?: PluginHealth | undefined;
  /** What can be set of it, and what it was made with. */
  config?: PluginConfig | undefined;
  /** Names of the variables that its package.json declares. */
  secrets: readonly string[];
  /** How it is isolated, or would be if it could be loaded. */
  isolation: IsolationLevel;
  /** Everything that was found, remarks included. */
  problems: readonly Problem[];
  failure?: { reason: string; hint: string | undefined };
}

/** A plugin that works and was turned off, and what it would bring. */
export interface OffPlugin extends Pick<PluginBundle, 'slug' | 'metadata' | 'hash'> {
  tools: readonly string[];
  kinds: readonly string[];
}

/** The same, without what serves it if it was turned off; runs that hold on to it keep it. */
export function putAside(load: PluginLoad, { isOff }: LoadOptions): PluginLoad {
  const { bundle } = load;
  if (!bundle || !isOff?.(bundle.slug)) return load;
  bundle.isolated?.retire();
  const { slug, metadata, hash, tools, kinds } = bundle;
  const off = { tools: tools.map(({ name }) => name), kinds: kinds.map(({ kind }) => kind.type) };
  return { ...load, bundle: undefined, before: undefined, off: { slug, metadata, hash, ...off } };
}

/** Whether it was turned off or on since it was loaded. */
function isTurned({ off, bundle }: PluginLoad, { isOff = () => false }: LoadOptions): boolean {
  return off ? !isOff(off.slug) : bundle !== undefined && isOff(bundle.slug);
}

/** Whether it has to be loaded again as it is: it was turned off or on, or something else was entered for it. */
export function isOutdated(load: PluginLoad, options: LoadOptions): boolean {
  return isTurned(load, options) || isReconfigured(load, options);
}

function isReconfigured({ name, config, bundle, off }: PluginLoad, { configOf }: LoadOptions): boolean {
  const slug = (bundle ?? off)?.slug ?? pluginSlug(name);
  return config !== undefined && !isDeepStrictEqual(config.entered, configOf?.(slug) ?? null);
}

/** Loads a candidate. Keeps the loaded version when its files are unchanged, or when the changed ones do not work. */
export async function loadPlugin(
  candidate: PluginCandidate,
  previous: PluginLoad | undefined,
  options: LoadOptions,
  log: Log,
): Promise<PluginLoad> {
  const unchanged = await unchangedLoad(candidate, previous, options);
  if (unchanged) return unchanged;
  const isApart = await runsApart(candidate, options);
  const { inspection, isolated } = await inspectAndInstall({ ...candidate, isApart }, options, log);
  const bundle = pluginBundle(inspection, candidate, isolated);
  const name = inspection.metadata?.name ?? inspection.manifest?.name ?? basename(candidate.folder);
  const before = previous?.before ?? previous?.bundle;
  const { health, config, problems } = inspection;
  const secrets = inspection.manifest?.cadence?.secrets ?? [];
  const isolation = isApart ? await levelInForce(options) : 'none';
  if (bundle) return { candidate, name, bundle, before, health, config, problems, secrets, isolation };
  await isolated?.close();
  const failure = failureOf(faultsIn(problems));
  log.warn('plugin not loaded', { folder: candidate.folder, reason: failure.reason });
  return {
    candidate,
    name: before?.metadata.name ?? name,
    bundle: before,
    health,
    config,
    problems,
    secrets,
    isolation,
    failure,
  };
}

/** What may be mended without a change of its files. */
const passing: ReadonlySet<string> = new Set([
  'UNHEALTHY',
  'HEALTH_CHECK_FAILED',
  'DEPENDENCY_UNMET',
  'DEPENDENCIES_UNKNOWN',
  'DEPENDENCY_NOT_INSTALLED',
]);

/** Whether it is worth trying again as it is. */
export function mayRecover({ failure, problems }: PluginLoad): boolean {
  const faults = faultsIn(problems);
  return failure !== undefined && faults.length > 0 && faults.every(({ code }) => passing.has(code));
}

/** Whether its code runs in a process of its own: an uploaded one always, others when they or the operator ask for it. */
async function runsApart({ folder, source }: PluginCandidate, { isolation }: LoadOptions): Promise<boolean> {
  const apart = isolation?.apart ?? [];
  if (source === 'uploaded' || apart.includes('all') || apart.includes(basename(folder))) return true;
  return (await readManifest(folder)).manifest?.cadence?.isolated === true;
}

async function levelInForce({ isolation }: LoadOptions): Promise<IsolationLevel> {
  return (await isolationInForce(isolation?.demand)).level ?? 'none';
}

async function unchangedLoad(
  candidate: PluginCandidate,
  previous: PluginLoad | undefined,
  options: LoadOptions,
): Promise<PluginLoad | undefined> {
  const known = previous?.bundle ?? previous?.off;
  if (!previous || !known || (previous.off && isTurned(previous, options))) return undefined;
  if (isReconfigured(previous, options)) return undefined;
  const hash = await folderHash(candidate.folder).catch(() => undefined);
  if (hash !== known.hash) return undefined;
  if (!previous.bundle) return previous.candidate.source === candidate.source ? previous : undefined;
  const { failure: _, ...sound } = previous;
  const { source } = candidate;
  if (previous.bundle.source === source) return sound;
  // An uploaded plugin runs in a process of its own: it has to be loaded again.
  if ([source, previous.bundle.source].includes('uploaded')) return undefined;
  return { ...sound, candidate, bundle: Object.freeze({ ...previous.bundle, source }) };
}

interface Inspected {
  inspection: Inspection;
  isolated: IsolatedPlugin | undefined;
}

type PlacedCandidate = PluginCandidate & { isApart: boolean };

async function inspectAndInstall(
  candidate: PlacedCandidate,
  options: LoadOptions,
  log: Log,
): Promise<Inspected> {
  const { folder, source, isApart } = candidate;
  const first = await inspectUnlessUnreadable(candidate, options, log);
  const { missing } = first.inspection;
  const names = Object.keys(missing);
  const mayInstall = source !== 'package' && options.installDependencies !== false;
  if (names.length === 0 || !mayInstall) return first;
  await first.isolated?.close();
  try {
    log.info('installing packages for a plugin', { folder, packages: names });
    await installDependencies(folder, { alsoNeeded: missing, usesPackagesAbove: !isApart });
    return await inspectUnlessUnreadable(candidate, options, log);
  } catch (error) {
    const { message, hint } = CadenceError.from(error);
    const problem = fault('DEPENDENCY_NOT_INSTALLED', 'package.json', message, hint ?? '');
    const problems = [problem, ...first.inspection.problems];
    return { inspection: { ...first.inspection, problems }, isolated: undefined };
  }
}

// One folder that cannot be read must not keep the others from being loaded.
async function inspectUnlessUnreadable(
  { folder, source, isApart }: PlacedCandidate,
  options: LoadOptions,
  log: Log,
): Promise<Inspected> {
  let isolated: IsolatedPlugin | undefined;
  const apart = () => {
    const manner = isolatedManner(options.isolation ?? {}, log, (started) => {
      isolated = started;
    });
    return source === 'uploaded' ? uploadedManner(manner) : manner;
  };
  try {
    const manner = isApart ? apart() : undefined;
    const inspection = await inPlugin(basename(folder), () => inspectPlugin(folder, options, manner));
    return { inspection, isolated };
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

/** Whether a plugin would work. */
export interface PluginTrial {
  /** Absent if it cannot be used; then `problems` say why. */
  plugin: { slug: string; version: string; hash: string } | undefined;
  problems: readonly Problem[];
}

/** Loads a folder as an uploaded plugin, with the packages it lacks, and closes it again. */
export async function tryOutPlugin(folder: string, options: LoadOptions): Promise<PluginTrial> {
  const candidate = { folder, source: 'uploaded' } as const;
  const { bundle, problems } = await loadPlugin(candidate, undefined, options, silentLog);
  await bundle?.isolated?.close();
  const plugin = bundle && { slug: bundle.slug, version: bundle.metadata.version, hash: bundle.hash };
  return { plugin, problems };
}

/** What would come of a config. */
export interface ConfigTrial {
  /** Where it does not fit the schema. */
  misfits: PluginConfig['problems'];
  /** What else the plugin could not be used for, with it. */
  problems: readonly Problem[];
}

/** Loads a plugin beside the one that serves, as it would be with that config, and closes it again. */
export async function tryOutConfig(
  candidate: PluginCandidate,
  value: JsonObject,
  options: LoadOptions,
): Promise<ConfigTrial> {
  const trial = { ...options, configOf: () => value };
  const { bundle, config, problems } = await loadPlugin(candidate, undefined, trial, silentLog);
  await bundle?.isolated?.close();
  const lasting = faultsIn(problems).filter(({ code }) => !passing.has(code));
  return { misfits: config?.problems ?? [], problems: lasting };
}
