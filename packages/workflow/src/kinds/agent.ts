import { type DefinitionView, defineKind, END_LABEL, type WorkflowNode } from '@cadence-agents/contracts';
import { z } from 'zod';
import { toolRoute } from '../tool-route.ts';
import { labelSchema, promptFields } from './config-fields.ts';

const configSchema = z.strictObject({
  routes: z
    .array(labelSchema)
    .optional()
    .describe('Labels the agent may choose; by default the values of its CONDITIONAL edges.'),
  defaultLabel: labelSchema
    .optional()
    .describe('The label when the agent neither chose one nor called a tool.'),
  returnLabel: labelSchema
    .optional()
    .describe('Offers the tool `back`, which returns this label; so does a plain answer.'),
  errorLabel: labelSchema
    .optional()
    .describe(
      'The label when the model fails: the answer gets poorer, the run goes on. Without it the run fails.',
    ),
  prompt: promptFields.prompt.describe(
    "In place of what the engine adds to the agent's system prompt: how to work, and how to hand over.",
  ),
  instructions: promptFields.instructions,
  stream: z.boolean().optional().describe('Whether its text is shown as it comes. Default true.'),
});
type AgentConfig = z.infer<typeof configSchema>;

export const agent = defineKind({
  type: 'AGENT',
  title: 'Agent',
  summary: 'Calls a model with the conversation and its tools, then answers or chooses where to go next.',
  family: 'agent',
  usesAgent: true,
  endsWithoutLabel: true,
  config: configSchema,

  labels({ view, node, config, agents }) {
    const labels = new Set<string | null>(routeLabels(view, node, config));
    if (view.definition.isConversational === true) labels.add(END_LABEL);
    const { defaultLabel, returnLabel, errorLabel } = config;
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

  declaredLabels: (config) => [
    ...(config.routes ?? []).map((label, i) => ({ label, path: ['routes', i] })),
    ...(['defaultLabel', 'returnLabel', 'errorLabel'] as const).flatMap((name) => {
      const label = config[name];
      return label === undefined ? [] : [{ label, path: [name] }];
    }),
  ],
});

function addDefined(labels: Set<string | null>, label: string | null | undefined): void {
  if (label !== undefined) labels.add(label);
}

/**
 * The labels the `route` tool offers a model at this node. Edges to tools are taken by calling tools, and END is
 * the `end` tool's where the workflow is conversational.
 */
export function routeLabels(
  view: DefinitionView,
  node: WorkflowNode,
  { routes, returnLabel }: Pick<AgentConfig, 'routes' | 'returnLabel'>,
): string[] {
  if (routes !== undefined) return routes;
  const here = view.nodesById.get(node.id);
  if (here === undefined) return [];
  const endIsATool = view.definition.isConversational === true;
  return [...here.conditional]
    .filter(([, edge]) => !here.toolEdges.includes(edge))
    .filter(([label]) => label !== returnLabel && !(endIsATool && label === END_LABEL))
    .map(([label]) => label);
}
