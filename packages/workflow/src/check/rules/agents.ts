import type { AgentDefinition, Problem, WorkflowNode } from '@cadence-agents/contracts';
import { toolRoute } from '../../tool-route.ts';
import { valueAt } from '../document-path.ts';
import { leadsAnywhere, mayLackEdge } from '../doubts.ts';
import type { Draft } from '../draft.ts';
import { makeProblem } from '../make-problem.ts';

/** Nodes that need an agent name one that exists, and lead to where its tools are run. */
export function* agentsOfNodes(draft: Draft): Iterable<Problem> {
  for (const { part: node, index } of draft.nodes) {
    if (draft.kinds.find(node.nodeType)?.usesAgent !== true) continue;
    const path = draft.path('nodes', index, 'agentId');
    const agent = draft.catalogue?.get(node.agentId ?? '');
    if (agent !== undefined) yield* toolsOfNode(draft, node, agent, path);
    else if ((valueAt(draft.document, ['nodes', index, 'agentId']) ?? null) === null) {
      const message = `${named(node)} is of type ${node.nodeType} and names no agent.`;
      yield makeProblem('AGENT_MISSING', path, message, 'Set "agentId" to the id of an agent.');
    } else if (typeof node.agentId === 'string' && isUndefined(draft, node.agentId))
      yield undefinedAgent(draft, named(node), node.agentId, path);
  }
}

/** The agents in the file use tools that exist. */
export function* toolsOfAgents(draft: Draft): Iterable<Problem> {
  for (const { part: agent, index } of draft.agents) {
    for (const [i, tool] of (agent.tools ?? []).entries()) {
      if (draft.tools?.has(tool) === false)
        yield unknownTool(draft, `Agent "${agent.id}"`, tool, `$.agents[${index}].tools[${i}]`);
    }
  }
}

/** The nodes that name tools themselves name ones that exist. */
export function* toolsOfConfigs(draft: Draft): Iterable<Problem> {
  for (const { part: node, index } of draft.nodes) {
    const config = draft.kinds.find(node.nodeType)?.config(node);
    for (const field of ['tools', 'approve']) {
      const tools = config?.[field];
      if (!Array.isArray(tools)) continue;
      for (const [i, tool] of tools.entries()) {
        if (typeof tool === 'string' && draft.tools?.has(tool) === false)
          yield unknownTool(draft, named(node), tool, draft.path('nodes', index, 'config', field, i));
      }
    }
  }
}

function* toolsOfNode(
  draft: Draft,
  node: WorkflowNode,
  agent: AgentDefinition,
  path: string,
): Iterable<Problem> {
  const tools = agent.tools ?? [];
  const inFile = draft.agents.some(({ part }) => part.id === agent.id);
  for (const tool of inFile ? [] : tools) {
    if (draft.tools?.has(tool) === false) yield unknownTool(draft, `Agent "${agent.id}"`, tool, path);
  }
  if (tools.length === 0 || toolRoute(draft.view, node.id, tools) !== undefined) return;
  if (mayLackEdge(draft, node.id)) return;
  if (draft.view.edgesFrom(node.id).some((edge) => leadsAnywhere(draft, edge.targetNodeId))) return;
  const message = `${named(node)} has an agent with tools (${tools.join(', ')}), and no edge to a node that runs them.`;
  const hint = 'Add an edge from it to a TOOL_EXECUTOR, or take the tools from the agent.';
  yield makeProblem('AGENT_TOOLS_UNREACHABLE', path, message, hint);
}

const ofPlugin = /^(?:plugin|mcp):/;

function undefinedAgent(draft: Draft, user: string, agent: string, path: string): Problem {
  const plugin = draft.off.get(agent);
  if (plugin !== undefined) {
    const message = `${user} names the agent of the plugin "${plugin}", which is turned off.`;
    return makeProblem('PLUGIN_AGENT_UNKNOWN', path, message, turnOn(plugin));
  }
  const nearest = draft.suggest(agent, draft.catalogue?.keys() ?? []);
  const meant = nearest === undefined ? undefined : `Did you mean "${nearest}"?`;
  if (ofPlugin.test(agent)) {
    const message = `${user} names the agent "${agent}", and what it belongs to is not loaded.`;
    return makeProblem('PLUGIN_AGENT_UNKNOWN', path, message, meant ?? 'Load it, or name another agent.');
  }
  const message = `${user} names the agent "${agent}", which does not exist.`;
  return makeProblem('AGENT_UNDEFINED', path, message, meant ?? 'Add the agent, or name another.');
}

const turnOn = (plugin: string) => `Turn the plugin "${plugin}" on, or take this out.`;

function unknownTool(draft: Draft, user: string, tool: string, path: string): Problem {
  const plugin = draft.off.get(tool);
  if (plugin !== undefined) {
    const message = `${user} uses the tool "${tool}" of the plugin "${plugin}", which is turned off.`;
    return makeProblem('TOOL_UNKNOWN', path, message, turnOn(plugin));
  }
  const nearest = draft.suggest(tool, draft.tools ?? []);
  const message = `${user} uses the tool "${tool}", which does not exist.`;
  const hint = nearest === undefined ? 'Add the tool, or take its name out.' : `Did you mean "${nearest}"?`;
  return makeProblem('TOOL_UNKNOWN', path, message, hint);
}

function isUndefined(draft: Draft, agentId: string): boolean {
  const { catalogue, brokenAgents, agentsElsewhere } = draft;
  if (agentsElsewhere && !ofPlugin.test(agentId)) return false;
  return catalogue !== undefined && !brokenAgents.has(agentId) && !brokenAgents.has(undefined);
}

function named(node: WorkflowNode): string {
  return `Node "${node.nodeName || node.id}"`;
}
