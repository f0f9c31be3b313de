import type { ToolSpec } from '@cadence/contracts';
import type { PluginContext } from '../state.ts';

/** An agent as the coordinator sees it. */
export interface AgentOption {
  label: string;
  nodeId: string;
  description: string;
  tool: ToolSpec;
}

const rules = [
  'Call exactly one of the tools; it decides who works next.',
  'Only the agents listed exist. Do not do their work yourself.',
  'Read the whole conversation first: what has been found already need not be found again.',
  'Stay with the agent that worked last while it is still the best one.',
  'Call goto_finalize when every part of the request is answered, or when no agent can help.',
];

export function coordinatorPrompt(
  offered: readonly AgentOption[],
  { routingHistory }: PluginContext,
  mayAnswer: boolean,
): string {
  const agents = offered.map(({ tool, description }) => `- ${tool.name}: ${description}`);
  const mine = mayAnswer
    ? ['If you can answer without any agent, answer in plain text and call nothing.']
    : [];
  const sofar =
    routingHistory.length > 0 ? [`Sent off so far in this turn: ${routingHistory.join(', ')}.`] : [];
  return [
    'You coordinate a team of agents. Decide who deals with the next open part of the user’s latest request.',
    `Agents:\n${agents.join('\n')}`,
    [...rules, ...mine].map((rule) => `- ${rule}`).join('\n'),
    ...sofar,
  ].join('\n\n');
}
