import type { PluginKind, PluginMetadata, Tool } from '@cadence-agents/contracts';
import type { CoordinatedPlugin } from './plugin-agent.ts';

/** What a plugin, or an MCP server, brings. */
export interface Bundle {
  slug: string;
  /** What nodes call its agent; `plugin:` and its slug when absent. */
  agentId?: string;
  metadata: PluginMetadata;
  agent: { systemPrompt: string };
  tools: readonly Tool[];
  kinds?: readonly PluginKind[];
}

export interface PluginCatalogue {
  plugins: CoordinatedPlugin[];
  /** The tools of all plugins, each under a name of its own. */
  tools: Tool[];
  kinds: PluginKind[];
}

/** The plugins as a workflow sees them. Tools of the same name from two plugins get their plugin's name in front. */
export function pluginCatalogue(bundles: readonly Bundle[]): PluginCatalogue {
  const uses = Map.groupBy(
    bundles.flatMap((bundle) => bundle.tools),
    (tool) => tool.name,
  );
  const nameOf = (slug: string, name: string) =>
    (uses.get(name)?.length ?? 0) > 1 ? `${slug}_${name}` : name;
  const renamed = bundles.map(({ slug, tools, ...bundle }) => ({
    ...bundle,
    slug,
    tools: tools.map((tool) => ({ ...tool, name: nameOf(slug, tool.name) })),
  }));
  return {
    plugins: renamed.map(({ slug, agentId, metadata, agent, tools }) => ({
      slug,
      agentId: agentId ?? `plugin:${slug}`,
      metadata,
      systemPrompt: agent.systemPrompt,
      tools,
    })),
    tools: renamed.flatMap(({ tools }) => tools),
    kinds: bundles.flatMap(({ kinds = [] }) => kinds),
  };
}
