import type { AgentDefinition } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pluginList } from './plugins.ts';
import { agentList, toolList } from './workflows.ts';

/** An agent that nodes can name, and where it is kept. */
export interface KnownAgent extends AgentDefinition {
  from: 'stored' | 'plugin' | 'mcp';
}

/** Every agent that there is beside those of a definition; undefined until all are known. */
export function useKnownAgents(): readonly KnownAgent[] | undefined {
  const { data: stored } = useQuery(agentList);
  const { data: plugins } = useQuery(pluginList);
  const { data: tools } = useQuery(toolList);
  return useMemo(() => {
    if (!stored || !plugins || !tools) return undefined;
    const brought = plugins
      .filter(({ status }) => status === 'loaded')
      .map(({ slug, name, source, description }): KnownAgent => {
        const from = source === 'mcp' ? 'mcp' : 'plugin';
        return {
          id: from === 'mcp' ? `mcp:${name}` : `plugin:${slug}`,
          name,
          description: description ?? '',
          systemPrompt: '',
          tools: tools.filter(({ plugin }) => plugin === slug || plugin === name).map((tool) => tool.name),
          from,
        };
      });
    return [...stored.map((agent): KnownAgent => ({ ...agent, from: 'stored' })), ...brought];
  }, [stored, plugins, tools]);
}
