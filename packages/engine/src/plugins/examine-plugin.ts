import { relative } from 'node:path';
import {
  type PluginAgent,
  type PluginHealth,
  type PluginKind,
  type PluginMetadata,
  type Problem,
  pluginMetadataSchema,
} from '@cadence/contracts';
import { createdAgent } from '@cadence/sdk/host';
import { checkHealth } from './check-health.ts';
import { importPlugin } from './import-plugin.ts';
import { unmetDependencies } from './unmet-dependencies.ts';

export interface ModuleTarget {
  /** Real paths, both. */
  folder: string;
  entry: string;
  hash: string;
  importTimeoutMs: number;
  healthTimeoutMs: number;
}

/** What a plugin's module is, found by running it. */
export interface Examination {
  problems: Problem[];
  metadata?: PluginMetadata;
  agent?: PluginAgent;
  kinds?: readonly PluginKind[];
  health?: PluginHealth | undefined;
}

/** In this order. */
export const examinePhases = ['import', 'agent', 'dependencies', 'health'] as const;
export type ExaminePhase = (typeof examinePhases)[number];

export interface ExamineOptions {
  onPhase?: (phase: ExaminePhase) => void;
  /** Whether the plugin is asked what it lacks and how it is. Default true. */
  asksPlugin?: boolean;
}

/** Imports a plugin into this process, has it make its agent, and asks it how it is. */
export async function examinePlugin(
  target: ModuleTarget,
  { onPhase = () => {}, asksPlugin = true }: ExamineOptions = {},
): Promise<Examination> {
  const { folder, entry, hash, importTimeoutMs, healthTimeoutMs } = target;
  onPhase('import');
  const { plugin, problems } = await importPlugin({ folder, entry, hash, timeoutMs: importTimeoutMs });
  if (!plugin) return { problems };
  onPhase('agent');
  const { agent, problems: agentProblems } = createdAgent(plugin.createAgent);
  const examined = {
    problems: [...problems, ...agentProblems],
    metadata: pluginMetadataSchema.parse(plugin.metadata),
    ...(agent && { agent }),
    ...(plugin.kinds && { kinds: plugin.kinds }),
  };
  if (!asksPlugin) return examined;
  const place = { folder, entry: relative(folder, entry), timeoutMs: healthTimeoutMs };
  onPhase('dependencies');
  const unmet = await unmetDependencies(plugin, place);
  onPhase('health');
  const { health, problems: healthProblems } = await checkHealth(plugin, place);
  return { ...examined, problems: [...examined.problems, ...unmet, ...healthProblems], health };
}
