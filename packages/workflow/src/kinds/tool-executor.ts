import type { NodeKind } from './node-kind.ts';
import { toolExecutorConfigSchema } from './tool-executor-config.ts';

export const toolExecutor: NodeKind = {
  nodeType: 'TOOL_EXECUTOR',
  title: 'Tool executor',
  summary:
    'Runs the tools an agent asked for, then follows the edge of the tool, its ALWAYS edge, or goes back.',
  configSchema: toolExecutorConfigSchema,
  family: 'tools',
  usesAgent: false,
  choosesRoute: false,
  returnsToCaller: true,
  endsWithoutLabel: false,
  servesLimits: false,
  inline: false,

  labels(view, node, agents) {
    const labels = new Set<string | null>([null]);
    const callers = view.callersOf(node.id);
    const callerAgents = callers.map((id) => agents?.get(view.nodesById.get(id)?.node.agentId ?? ''));
    const known = new Set(callerAgents.flatMap((caller) => caller?.tools ?? []));
    const anyTool = callers.length === 0 || callerAgents.includes(undefined);
    for (const label of view.nodesById.get(node.id)?.conditional.keys() ?? []) {
      if (anyTool || known.has(label)) labels.add(label);
    }
    return labels;
  },

  declaredLabels: () => [],
};
