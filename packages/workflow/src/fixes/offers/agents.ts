import { isPromptVariable, promptVariables, variablesIn, type WorkflowNode } from '@cadence-agents/contracts';
import { valueAt } from '../../check/document-path.ts';
import type { Draft } from '../../check/draft.ts';
import { nearestName } from '../../nearest-name.ts';
import type { ProblemCode } from '../../problem-codes.ts';
import type { Edit, Fix, Offer, Trouble } from '../fix.ts';
import { freeName, nameOf, newEdge, nodeName } from '../parts.ts';

/** Agents, their prompts, tools and models. */
export const agentOffers: Partial<Record<ProblemCode, Offer>> = {
  AGENT_MISSING: someAgent,
  AGENT_UNDEFINED: someAgent,
  PLUGIN_AGENT_UNKNOWN: someAgent,
  MODEL_UNUSABLE: defaultModel,
  PROMPT_VARIABLE_UNKNOWN: anotherVariable,
  TOOL_UNKNOWN: anotherTool,
  AGENT_TOOLS_UNREACHABLE: nodeForTools,
};

function* someAgent({ at, draft, problem }: Trouble): Iterable<Fix> {
  const index = Number(at[1]);
  const node = draft.nodes.find((each) => each.index === index)?.part;
  if (node === undefined) return;
  const path = ['nodes', index, 'agentId'];
  const agents = [...(draft.catalogue?.keys() ?? [])];
  const meant = nearestName(node.agentId ?? nameOf(node), agents);
  if (meant !== undefined)
    yield { title: `Use the agent "${meant}"`, edits: [{ type: 'set', path, value: meant }] };
  if (problem.code !== 'PLUGIN_AGENT_UNKNOWN') yield createAgent(draft, node, path);
  const [only, ...more] = agents;
  if (only !== undefined && more.length === 0 && only !== meant)
    yield { title: `Use the agent "${only}"`, edits: [{ type: 'set', path, value: only }] };
}

function createAgent(draft: Draft, node: WorkflowNode, path: Edit['path']): Fix {
  const isTaken = (name: string) => draft.catalogue?.has(name) === true;
  const id = node.agentId ?? freeName(nameOf(node).slice(0, 180), isTaken);
  const tools = toolsNamedAfter(draft, node);
  const agent = {
    ...{ id, name: nameOf(node), systemPrompt: 'You are a helpful assistant.' },
    ...(tools.length > 0 && { tools }),
  };
  return {
    title: `Create the agent "${id}"`,
    edits: [
      { type: 'append', path: ['agents'], value: agent },
      { type: 'set', path, value: id },
    ],
  };
}

/** Tools that edges around the node are labelled with, so that whoever works there must have them. */
function toolsNamedAfter({ view, tools }: Draft, node: WorkflowNode): string[] {
  const edges = view.edgesFrom(node.id);
  const executors = edges.filter(
    ({ targetNodeId }) => view.nodesById.get(targetNodeId ?? '')?.kind?.family === 'tools',
  );
  const labels = [...executors, ...executors.flatMap((edge) => view.edgesFrom(edge.targetNodeId ?? ''))];
  return [...new Set(labels.flatMap((edge) => edge.conditionValue ?? []))].filter((name) => tools?.has(name));
}

function* defaultModel({ at }: Trouble): Iterable<Fix> {
  yield { title: 'Use the default model', edits: [{ type: 'remove', path: at }] };
}

function* anotherVariable({ at, draft, problem }: Trouble): Iterable<Fix> {
  const text = valueAt(draft.document, at);
  if (typeof text !== 'string') return;
  for (const name of variablesIn(text)) {
    const meant = nearestName(name, Object.keys(promptVariables));
    if (isPromptVariable(name) || !problem.message.includes(`"${name}"`) || meant === undefined) continue;
    const value = text.replaceAll(/(\{\{\s*)([\w.-]+)/g, (whole, open: string, found: string) =>
      found === name ? open + meant : whole,
    );
    yield { title: `Write "${meant}"`, edits: [{ type: 'set', path: at, value }] };
  }
}

function* anotherTool({ at, draft }: Trouble): Iterable<Fix> {
  const tool = valueAt(draft.document, at);
  // The tools of a stored agent are not in the definition.
  if (typeof tool !== 'string' || typeof at.at(-1) !== 'number') return;
  const meant = nearestName(tool, draft.tools ?? []);
  const listed = valueAt(draft.document, at.slice(0, -1));
  if (meant !== undefined && !(Array.isArray(listed) && listed.includes(meant)))
    yield { title: `Use the tool "${meant}"`, edits: [{ type: 'set', path: at, value: meant }] };
  yield { title: `Take "${tool}" out`, edits: [{ type: 'remove', path: at }] };
}

function* nodeForTools({ at, draft }: Trouble): Iterable<Fix> {
  const node = draft.nodes.find(({ index }) => index === at[1])?.part;
  if (node === undefined) return;
  const here = draft.view.nodesById.get(node.id);
  const label = freeName('use tools', (name) => here?.conditional.has(name) === true);
  for (const { node: executor } of draft.view.toolNodes)
    yield {
      title: `Add an edge to ${nodeName(draft, executor.id)}`,
      edits: [newEdge(draft, node.id, executor.id, label)],
    };
  const id = freeName('tools', (name) =>
    draft.nodes.some(({ part }) => part.id === name || part.nodeName === name),
  );
  const { id: workflowId } = draft.view.definition;
  yield {
    title: 'Add a node that runs the tools',
    edits: [
      {
        type: 'append',
        path: ['nodes'],
        value: { id, workflowId, nodeType: 'TOOL_EXECUTOR', nodeName: id, agentId: null },
      },
      newEdge(draft, node.id, id, label),
    ],
  };
  const own = draft.agents.find(({ part }) => part.id === node.agentId);
  if (own)
    yield {
      title: `Take the tools from the agent "${own.part.id}"`,
      edits: [{ type: 'remove', path: ['agents', own.index, 'tools'] }],
    };
}
