// What can be learnt of a plugin only by running its module.
import { relative } from 'node:path';
import {
  CadenceError,
  type JsonValue,
  type Plugin,
  type PluginAgent,
  type PluginConfig,
  type PluginHealth,
  type PluginKind,
  type PluginMetadata,
  type Problem,
  pluginMetadataSchema,
  withTimeout,
} from '@cadence-agents/contracts';
import { createdAgent, pluginSlug } from '@cadence-agents/sdk/host';
import { z } from 'zod';
import { configInForce } from './config-in-force.ts';
import { explainFailure, importPlugin } from './import-plugin.ts';
import { fault } from './problem-list.ts';

export interface ModuleTarget {
  /** Real paths, both. */
  folder: string;
  entry: string;
  hash: string;
  importTimeoutMs: number;
  healthTimeoutMs: number;
}

export interface ModuleInspection {
  problems: Problem[];
  metadata?: PluginMetadata;
  agent?: PluginAgent;
  kinds?: readonly PluginKind[];
  /** Of a plugin that declares one. */
  config?: PluginConfig;
  health?: PluginHealth | undefined;
}

/** In this order. */
export const inspectPhases = ['import', 'agent', 'dependencies', 'health'] as const;
export type InspectPhase = (typeof inspectPhases)[number];

/** What was entered for the plugin of a slug. */
export type EnteredConfig<Answer = JsonValue | undefined> = (slug: string) => Answer;

export interface InspectModuleOptions {
  /** Asked if the plugin declares a config. Default: nothing was entered. */
  configOf?: EnteredConfig<JsonValue | undefined | Promise<JsonValue | undefined>> | undefined;
  onPhase?: (phase: InspectPhase) => void;
  /** Whether to call `validateDependencies` and `healthCheck`. Default true. */
  asksPlugin?: boolean;
}

/** Imports a plugin into this process, has it create its agent, and asks it for missing dependencies and its health. */
export async function inspectModule(
  target: ModuleTarget,
  { onPhase = () => {}, asksPlugin = true, configOf }: InspectModuleOptions = {},
): Promise<ModuleInspection> {
  const { folder, entry, hash, importTimeoutMs, healthTimeoutMs } = target;
  onPhase('import');
  const { plugin, problems } = await importPlugin({ folder, entry, hash, timeoutMs: importTimeoutMs });
  if (!plugin) return { problems };
  const entered = plugin.config && (await configOf?.(pluginSlug(plugin.metadata.name)));
  onPhase('agent');
  const config = plugin.config && configInForce(plugin.config, entered);
  const context = { config: config?.values ?? {} };
  const { agent, problems: agentProblems } = createdAgent(plugin.createAgent, context);
  const inspected = {
    problems: [...problems, ...agentProblems],
    metadata: pluginMetadataSchema.parse(plugin.metadata),
    ...(agent && { agent }),
    ...(config && { config }),
    ...(plugin.kinds && { kinds: plugin.kinds }),
  };
  if (!asksPlugin) return inspected;
  const place = { folder, entry: relative(folder, entry), timeoutMs: healthTimeoutMs };
  onPhase('dependencies');
  const unmet = await unmetDependencies(plugin, place);
  onPhase('health');
  const { health, problems: healthProblems } = await pluginHealth(plugin, place);
  return { ...inspected, problems: [...inspected.problems, ...unmet, ...healthProblems], health };
}

interface PluginPlace {
  folder: string;
  /** The plugin's module, relative to its folder. */
  entry: string;
  timeoutMs: number;
}

function answerWithin<T>(timeoutMs: number, what: string, ask: () => Promise<T> | T): Promise<T> {
  const error = () => new CadenceError('PLUGIN_FAILED', `${what} took longer than ${timeoutMs} ms.`);
  return withTimeout(timeoutMs, ask, { error });
}

const dependenciesSchema = z.array(z.string());
const DEPENDENCIES_PATH = '$.validateDependencies()';

/** What the plugin itself says it lacks. */
async function unmetDependencies(plugin: Plugin, place: PluginPlace): Promise<Problem[]> {
  if (!plugin.validateDependencies) return [];
  try {
    const ask = () => plugin.validateDependencies?.();
    const reply = await answerWithin(place.timeoutMs, 'validateDependencies', ask);
    const answer = dependenciesSchema.safeParse(reply);
    if (!answer.success) {
      const message = 'validateDependencies returned no list.';
      return [fault('DEPENDENCIES_UNKNOWN', DEPENDENCIES_PATH, message, 'Return a list of strings.')];
    }
    const hint = 'Provide what it names, then reload.';
    return answer.data.map((lack) =>
      fault('DEPENDENCY_UNMET', DEPENDENCIES_PATH, `It lacks something: ${lack}`, hint),
    );
  } catch (error) {
    return [
      explainFailure('DEPENDENCIES_UNKNOWN', place.entry, 'validateDependencies failed', error, place.folder),
    ];
  }
}

const healthSchema: z.ZodType<PluginHealth> = z.object({
  healthy: z.boolean(),
  details: z.json().exactOptional(),
});
const HEALTH_PATH = '$.healthCheck()';

/** The plugin's own answer to whether it can work. */
async function pluginHealth(
  plugin: Plugin,
  place: PluginPlace,
): Promise<{ health?: PluginHealth; problems: Problem[] }> {
  if (!plugin.healthCheck) return { problems: [] };
  try {
    const ask = () => plugin.healthCheck?.();
    const answer = healthSchema.safeParse(await answerWithin(place.timeoutMs, 'The health check', ask));
    if (!answer.success) {
      const message = 'The health check did not answer { healthy: true | false, details? }.';
      return {
        problems: [fault('HEALTH_UNKNOWN', HEALTH_PATH, message, 'Return that, with details in JSON.')],
      };
    }
    const health = answer.data;
    return { health, problems: health.healthy ? [] : [unhealthy(health)] };
  } catch (error) {
    return {
      problems: [
        explainFailure('HEALTH_CHECK_FAILED', place.entry, 'The health check failed', error, place.folder),
      ],
    };
  }
}

function unhealthy({ details }: PluginHealth): Problem {
  const why =
    details === undefined ? '' : `: ${typeof details === 'string' ? details : JSON.stringify(details)}`;
  return fault(
    'UNHEALTHY',
    HEALTH_PATH,
    `It says that it is not healthy${why}`,
    'Fix what it names, then reload.',
  );
}
