import {
  type AgentDefinition,
  type DefinitionView,
  type Tone,
  toneDescriptions,
  type WorkflowNode,
} from '@cadence/contracts';
import type { KindConfig } from '@cadence/workflow';

interface Surroundings {
  node: WorkflowNode;
  view: DefinitionView;
  agent: (id: string) => AgentDefinition;
  labels: readonly string[];
}

/** Builds an agent's system prompt once per tone; only who handed over varies between visits. */
export function agentPrompt(agent: AgentDefinition, config: KindConfig<'AGENT'>, around: Surroundings) {
  const fixed = [agent.systemPrompt, config.instructions, routing(around), ending(around.view)].filter(
    Boolean,
  );
  const byTone = new Map<Tone, string>();

  return (tone: Tone, handedOver: { from: string; reason: string } | null): string => {
    let prompt = byTone.get(tone);
    if (prompt === undefined) {
      prompt = [...fixed, tone === 'natural' ? '' : `Style: ${toneDescriptions[tone]}`]
        .filter(Boolean)
        .join('\n\n');
      byTone.set(tone, prompt);
    }
    return handedOver ? `${prompt}\n\n${handedOver.from} handed over to you: ${handedOver.reason}` : prompt;
  };
}

function routing(around: Surroundings): string {
  if (around.labels.length === 0) return '';
  const lines = around.labels.map((label) => `- ${label}${describe(label, around)}`);
  return `When someone else should go on, call the tool "route" with one of:\n${lines.join('\n')}\nDo not send a task back to one who had it already unless there is something new.`;
}

function describe(label: string, { view, node, agent }: Surroundings): string {
  const targetId = view.nodesById.get(node.id)?.conditional.get(label)?.targetNodeId;
  const agentId = targetId ? view.nodesById.get(targetId)?.node.agentId : undefined;
  const description = agentId ? agent(agentId).description : undefined;
  return description ? `: ${description}` : '';
}

function ending(view: DefinitionView): string {
  return view.definition.isConversational
    ? 'When the request has been dealt with, answer the user and call the tool "end".'
    : '';
}
