import { END_LABEL } from '@cadence/contracts';
import { routeLabels } from '../route-labels.ts';
import { toolRoute } from '../tool-route.ts';
import { agentConfigSchema, readAgentConfig } from './agent-config.ts';
import type { DeclaredLabel, NodeKind } from './node-kind.ts';

export const agent: NodeKind = {
  nodeType: 'AGENT',
  title: 'Agent',
  summary: 'Calls a model with the conversation and its tools, then answers or chooses where to go next.',
  configSchema: agentConfigSchema,
  family: 'agent',
  usesAgent: true,
  choosesRoute: true,
  returnsToCaller: false,
  endsWithoutLabel: true,
  servesLimits: false,
  inline: false,

  labels(view, node, agents) {
    const labels = new Set<string | null>(routeLabels(view, node));
    if (view.definition.isConversational === true) labels.add(END_LABEL);
    const { defaultLabel, returnLabel, errorLabel } = readAgentConfig(node) ?? {};
    labels.add(returnLabel ?? defaultLabel ?? null);
    addDefined(labels, errorLabel);
    const tools = agents?.get(node.agentId ?? '')?.tools;
    const toolsKnown = agents?.has(node.agentId ?? '') === true;
    if (!toolsKnown) {
      for (const edge of view.nodesById.get(node.id)?.toolEdges ?? [])
        labels.add(edge.conditionValue ?? null);
    }
    const callable = toolsKnown ? (tools ?? []) : [''];
    for (const name of callable) addDefined(labels, toolRoute(view, node.id, [name]));
    if (callable.length > 1) addDefined(labels, toolRoute(view, node.id, callable));
    return labels;
  },

  declaredLabels(node) {
    const config = readAgentConfig(node);
    const declared: DeclaredLabel[] = (config?.routes ?? []).map((label, i) => ({
      label,
      path: ['routes', i],
    }));
    for (const name of ['defaultLabel', 'returnLabel', 'errorLabel'] as const) {
      const label = config?.[name];
      if (label !== undefined) declared.push({ label, path: [name] });
    }
    return declared;
  },
};

function addDefined(labels: Set<string | null>, label: string | null | undefined): void {
  if (label !== undefined) labels.add(label);
}
