import {
  type AgentDefinition,
  type DefinitionView,
  type TurnState,
  toneDescriptions,
  type WorkflowNode,
} from '@cadence-agents/contracts';
import type { KindConfig } from '@cadence-agents/workflow';
import { handOverLine, styleLine, taskLine } from './note.ts';
import { joinSections } from './prompt-sections.ts';
import {
  agentAnswering,
  agentEnding,
  agentReporting,
  agentRouting,
  agentRules,
  otherSpeakers,
} from './prompts.ts';

interface Surroundings {
  node: WorkflowNode;
  view: DefinitionView;
  agent: (id: string) => AgentDefinition;
  labels: readonly string[];
}

/** An agent's system prompt: its own instructions first. */
export function agentPrompt(
  agent: AgentDefinition,
  config: KindConfig<'AGENT'>,
  around: Surroundings,
): string {
  return joinSections(
    agent.systemPrompt,
    config.prompt ?? joinSections(...ownPrompt(config, around)),
    config.instructions,
  );
}

function ownPrompt({ returnLabel }: KindConfig<'AGENT'>, around: Surroundings): string[] {
  const { view } = around;
  const isOneOfSeveral = view.definition.nodes.filter(({ agentId }) => agentId).length > 1;
  return [
    agentRules,
    returnLabel === undefined ? agentAnswering : agentReporting,
    isOneOfSeveral ? otherSpeakers : '',
    routing(around),
    view.definition.isConversational ? agentEnding : '',
  ];
}

/** What an agent is told at a visit. */
export function agentNote({ returnLabel }: KindConfig<'AGENT'>, turn: TurnState): string[] {
  if (returnLabel !== undefined) return [taskLine(turn)];
  const style = turn.tone === 'natural' ? '' : styleLine(toneDescriptions[turn.tone]);
  return [style, handOverLine(turn)];
}

function routing(around: Surroundings): string {
  if (around.labels.length === 0) return '';
  return agentRouting(around.labels.map((label) => `- ${label}${describe(label, around)}`));
}

function describe(label: string, { view, node, agent }: Surroundings): string {
  const targetId = view.nodesById.get(node.id)?.conditional.get(label)?.targetNodeId;
  const agentId = targetId ? view.nodesById.get(targetId)?.node.agentId : undefined;
  const description = agentId ? agent(agentId).description : undefined;
  return description ? `: ${description}` : '';
}
