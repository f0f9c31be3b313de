// What a model is told that writes workflows.
import type { AgentDefinition, NodeKind, Problem } from '@cadence-agents/contracts';
import type { Surroundings } from '@cadence-agents/engine';
import { builtInKinds } from '@cadence-agents/workflow';

/** So many tools and agents are named; of more a model reads none well. */
const MOST_NAMED = 60;
const MOST_TOLD = 30;

const form = `You write workflow definitions for Cadence. Reply with one JSON object, the whole definition, and nothing else: no Markdown, no comments.

A definition is a graph. A run begins at the entry node; each node does its work and returns one label, or none; the edge with that label leads on.

{
  "id": "short-id", "name": "What people call it", "description": "What it is for.",
  "entrypointNodeId": "id of the first node",
  "nodes": [{ "id": "unique", "nodeType": "KIND", "nodeName": "unique", "agentId": "only where the kind needs an agent", "config": {} }],
  "edges": [{ "sourceNodeId": "id", "targetNodeId": "id", "conditionValue": "label" }],
  "limits": { "maxSteps": 20 },
  "agents": [{ "id": "unique", "name": "Name", "description": "What it does.", "systemPrompt": "Who it is and what it does.", "tools": ["names of tools it may call"] }]
}

Rules:
- An edge without "conditionValue" is taken when no other edge of its node fits. A node has at most one of these.
- The end is "targetNodeId": null, always with "conditionValue": "END".
- Every label that a node may return has an edge. No two edges of a node have the same label.
- An agent chooses among the labels of its own edges by calling a tool; say in its systemPrompt when to choose which.
- An agent without an edge to follow ends the run with its answer.
- An agent with tools needs an edge to a TOOL_EXECUTOR node (any label, such as "use tools"). The executor without edges goes back to the agent.
- A person is asked by a HUMAN_HANDOFF node: "config": { "question": "...", "choices": ["approve", "reject"] }, with an edge for each choice.
- Every agent that a node names is in "agents", or in the list of agents below. Use only tools of the list below.
- From every node an end can be reached, and every node can be reached.`;

const examples = `Two examples.

{"id":"triage","name":"Triage","entrypointNodeId":"sorter","nodes":[{"id":"sorter","nodeType":"AGENT","nodeName":"sorter","agentId":"sorter"},{"id":"billing","nodeType":"AGENT","nodeName":"billing","agentId":"billing"},{"id":"other","nodeType":"AGENT","nodeName":"other","agentId":"other"}],"edges":[{"sourceNodeId":"sorter","targetNodeId":"billing","conditionValue":"billing"},{"sourceNodeId":"sorter","targetNodeId":"other","conditionValue":"other"}],"agents":[{"id":"sorter","name":"Sorter","systemPrompt":"Decide what the message is about. Choose billing for questions about money, other for the rest."},{"id":"billing","name":"Billing","systemPrompt":"Answer questions about invoices."},{"id":"other","name":"Other","systemPrompt":"Answer in general."}]}

{"id":"approved-letter","name":"Approved letter","entrypointNodeId":"writer","nodes":[{"id":"writer","nodeType":"AGENT","nodeName":"writer","agentId":"writer"},{"id":"approval","nodeType":"HUMAN_HANDOFF","nodeName":"approval","config":{"question":"Shall this be sent?","choices":["send","change"]}},{"id":"sender","nodeType":"AGENT","nodeName":"sender","agentId":"sender"}],"edges":[{"sourceNodeId":"writer","targetNodeId":"approval"},{"sourceNodeId":"approval","targetNodeId":"sender","conditionValue":"send"},{"sourceNodeId":"approval","targetNodeId":"writer","conditionValue":"change"}],"agents":[{"id":"writer","name":"Writer","systemPrompt":"Write the letter."},{"id":"sender","name":"Sender","systemPrompt":"Say that the letter is sent."}]}`;

/** The form of a definition, and what there is here to make one of. */
export function draftPrompt({ agents, tools, kinds = builtInKinds }: Surroundings): string {
  return [
    form,
    section('Kinds of nodes', kinds.list.map(kindLine)),
    section(
      'Tools',
      tools.slice(0, MOST_NAMED).map(({ name, description }) => `- ${name}: ${brief(description)}`),
    ),
    section('Agents that are here', agents.slice(0, MOST_NAMED).map(agentLine)),
    examples,
  ].join('\n\n');
}

export function wordsPrompt(words: string, definition: Record<string, unknown> | undefined): string {
  if (definition === undefined) return `Write a workflow for this:\n\n${words}`;
  return `Here is a workflow:\n\n${JSON.stringify(definition)}\n\nChange it like this, and leave the rest as it is:\n\n${words}`;
}

/** What is wrong with a reply, for the model to put right. */
export function repairPrompt(problems: readonly Problem[] | undefined): string {
  if (problems === undefined)
    return 'That was not a JSON object. Reply with the whole definition as one JSON object, and nothing else.';
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .slice(0, MOST_TOLD)
    .map(({ code, path, message, hint }) => `- ${code} at ${path}: ${message} ${hint}`);
  return `The definition has these problems:\n${lines.join('\n')}\n\nReply with the whole definition put right, as one JSON object.`;
}

function kindLine({ type, summary, usesAgent, configSchema, fixedLabels }: NodeKind): string {
  const fields = Object.keys(configSchema.shape);
  return [
    `- ${type}: ${summary}`,
    usesAgent ? 'Needs agentId.' : '',
    fixedLabels ? `Returns ${fixedLabels.map((label) => label ?? 'nothing').join(', ')}.` : '',
    fields.length > 0 ? `config: ${fields.join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const agentLine = ({ id, name, description, tools = [] }: AgentDefinition): string =>
  `- ${id}: ${brief(description ?? name)}${tools.length > 0 ? ` Tools: ${tools.slice(0, 20).join(', ')}.` : ''}`;

const section = (title: string, lines: readonly string[]): string =>
  `${title}:\n${lines.length === 0 ? '- none' : lines.join('\n')}`;

const brief = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 160);
