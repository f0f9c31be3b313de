import type { AgentDefinition, JsonValue } from '@cadence-agents/contracts';
import { appendItem, setValue } from './edit-json.ts';
import { freeName } from './free-name.ts';
import { readDraft } from './read-draft.ts';

/** Adds an agent to the file and has the node use it. */
export function addAgent(text: string, node: number, systemPrompt: string): string {
  const { nodes, agents, has } = readDraft(text);
  const name = nodes[node]?.nodeName ?? nodes[node]?.id ?? 'agent';
  const id = freeName(name, (taken) => agents.some((agent) => agent.id === taken));
  const withList = has('agents') ? text : setValue(text, ['agents'], []);
  const added = appendItem(withList, ['agents'], { id, name, systemPrompt });
  return setValue(added, ['nodes', node, 'agentId'], id);
}

/** Puts an agent of the file in the place of what it was. */
export function setAgent(text: string, index: number, agent: AgentDefinition): string {
  const plain: JsonValue = JSON.parse(JSON.stringify(agent));
  return setValue(text, ['agents', index], plain);
}
