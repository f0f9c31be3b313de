// The coordinator design as a definition like any other: generated from the loaded plugins, then checked, drawn,
// stored and edited in the same way. The phases: core nodes, the plugins' nodes, routing edges, entry.
import type { JsonObject, WorkflowDefinition, WorkflowEdge, WorkflowNode } from '@cadence-agents/contracts';
import { FINALIZE_LABEL } from '@cadence-agents/workflow';
import { type CoordinatedPlugin, pluginAgent } from './plugin-agent.ts';

export interface CoordinatorSettings {
  /** `provider:model` of each role; the default model where absent. */
  coordinatorModel?: string | null;
  synthesizerModel?: string | null;
  suspendModel?: string | null;
  mayAnswer?: boolean;
  maxAgentsShown?: number;
  structured?: 'model' | 'prompt' | 'none';
}

const COORDINATOR_WORKFLOW_ID = 'coordinator';

export function coordinatorWorkflow(
  plugins: readonly CoordinatedPlugin[],
  settings: CoordinatorSettings = {},
): WorkflowDefinition {
  return {
    id: COORDINATOR_WORKFLOW_ID,
    name: 'Coordinator',
    description:
      'A coordinator sends the agents of the plugins off, one at a time, and has the answer written.',
    isConversational: false,
    entrypointNodeId: 'coordinator',
    nodes: [...coreNodes(settings), ...plugins.flatMap(pluginNodes)],
    edges: [...coreEdges(settings), ...plugins.flatMap(controlEdges), ...plugins.flatMap(pluginEdges)],
    // Hops bound every cycle; a limit on steps would only get in the way of many small ones.
    limits: { maxSteps: null },
    agents: plugins.map((plugin) => pluginAgent(plugin, plugin.slug)),
  };
}

function coreNodes(settings: CoordinatorSettings): WorkflowNode[] {
  const { mayAnswer = false, maxAgentsShown, structured = 'model' } = settings;
  const model = (name: string | null | undefined) => (name ? { model: name } : {});
  return [
    node('coordinator', 'COORDINATOR', {
      ...model(settings.coordinatorModel),
      ...(mayAnswer && { mayAnswer }),
      ...(maxAgentsShown !== undefined && { maxAgentsShown }),
    }),
    node('control_tools', 'CONTROL_TOOLS'),
    node('suspend', 'SUSPEND', { ...model(settings.suspendModel), structured }),
    node('synthesizer', 'SYNTHESIZER', { ...model(settings.synthesizerModel), structured }),
  ];
}

function coreEdges({ mayAnswer = false }: CoordinatorSettings): WorkflowEdge[] {
  return [
    edge('coordinator', 'continue', 'control_tools'),
    edge('coordinator', 'suspend', 'suspend'),
    edge('coordinator', 'done', 'synthesizer'),
    ...(mayAnswer ? [edge('coordinator', 'END', null)] : []),
    edge('control_tools', FINALIZE_LABEL, 'synthesizer'),
    edge('control_tools', null, 'synthesizer'),
    edge('suspend', null, null),
    edge('synthesizer', null, null),
  ];
}

const agentNode = (slug: string) => `${slug}_agent`;
const toolsNode = (slug: string) => `${slug}_tools`;

function pluginNodes({ slug }: CoordinatedPlugin): WorkflowNode[] {
  return [
    {
      ...node(agentNode(slug), 'AGENT', { returnLabel: 'back', errorLabel: 'back', stream: false }),
      agentId: slug,
    },
    node(toolsNode(slug), 'TOOL_EXECUTOR'),
  ];
}

/** A choice may name the plugin or its agent. */
function controlEdges({ slug }: CoordinatedPlugin): WorkflowEdge[] {
  return [
    edge('control_tools', slug, agentNode(slug)),
    edge('control_tools', agentNode(slug), agentNode(slug)),
  ];
}

/** What a plugin's bundle declares: calls go to its tools, everything else back to the coordinator. */
function pluginEdges({ slug }: CoordinatedPlugin): WorkflowEdge[] {
  return [
    edge(agentNode(slug), 'continue', toolsNode(slug)),
    edge(agentNode(slug), 'back', 'coordinator'),
    edge(toolsNode(slug), null, 'coordinator'),
  ];
}

function node(name: string, nodeType: string, config: JsonObject = {}): WorkflowNode {
  return { id: name, workflowId: COORDINATOR_WORKFLOW_ID, nodeType, nodeName: name, agentId: null, config };
}

function edge(source: string, label: string | null, target: string | null): WorkflowEdge {
  return {
    id: `${source}:${label ?? 'always'}`,
    workflowId: COORDINATOR_WORKFLOW_ID,
    sourceNodeId: source,
    targetNodeId: target,
    conditionType: label === null ? 'ALWAYS' : 'CONDITIONAL',
    conditionValue: label ?? (target === null ? 'END' : null),
  };
}
