import type { PluginConfig, PluginKind, PluginMetadata, Tool } from '@cadence-agents/contracts';
import { pluginSlug } from '@cadence-agents/sdk/host';
import type { PluginCandidate, PluginSource } from '../find/plugin-source.ts';
import type { Inspection } from '../inspect/inspect-plugin.ts';
import { faultsIn } from '../inspect/problem-list.ts';
import type { IsolatedPlugin } from '../isolated/isolated-plugin.ts';
import { kindOfPlugin, toolOfPlugin } from '../plugin-scope.ts';

/** A plugin ready for use. It never changes: a reload makes another, and runs keep the one they began with. */
export interface PluginBundle {
  readonly slug: string;
  readonly metadata: PluginMetadata;
  readonly agent: { readonly systemPrompt: string };
  readonly tools: readonly Tool[];
  /** Node kinds that it brings. */
  readonly kinds: readonly PluginKind[];
  /** The model that the plugin asks for; the settings' otherwise. */
  readonly model: PluginMetadata['llmRequirements'];
  /** What it was made with, of one that declares a config. */
  readonly config: PluginConfig | undefined;
  readonly source: PluginSource;
  readonly folder: string;
  /** sha256 of the files it was loaded from. */
  readonly hash: string;
  /** What its tools run in, if not in this process. */
  readonly isolated: IsolatedPlugin | undefined;
}

/** The bundle of an inspected plugin, if nothing stands against it. */
export function pluginBundle(
  { metadata, agent, kinds = [], config, hash, problems }: Inspection,
  { folder, source }: PluginCandidate,
  isolated?: IsolatedPlugin,
): PluginBundle | undefined {
  if (!metadata || !agent || hash === undefined || faultsIn(problems).length > 0) return undefined;
  const slug = pluginSlug(metadata.name);
  return Object.freeze({
    slug,
    metadata: Object.freeze(metadata),
    agent: Object.freeze({ systemPrompt: agent.systemPrompt }),
    tools: Object.freeze(agent.tools.map((tool) => toolOfPlugin(slug, tool))),
    kinds: Object.freeze(kinds.map((kind) => kindOfPlugin(slug, kind))),
    model: metadata.llmRequirements,
    config,
    source,
    folder,
    hash,
    isolated,
  });
}
