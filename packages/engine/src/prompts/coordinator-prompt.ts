import type { ToolSpec } from '@cadence/contracts';

/** An agent as the coordinator sees it. */
export interface AgentOption {
  label: string;
  nodeId: string;
  description: string;
  tool: ToolSpec;
}

// Sent with every decision, so every word has to be worth its price.
const task =
  'Call exactly one tool: that of the agent for the next open part of the latest request, or goto_finalize when every part is answered or no agent can help.';
const rules =
  'Only the agents listed exist; do not do their work. What has been found need not be found again. Stay with the agent that worked last while it fits best.';
const ownAnswer = 'If no agent is needed, answer in plain text and call nothing.';

export function coordinatorPrompt(offered: readonly AgentOption[], mayAnswer: boolean): string {
  const agents = offered.map(({ tool, description }) => `- ${tool.name}: ${description}`);
  return [
    `You coordinate these agents:\n${agents.join('\n')}`,
    mayAnswer ? `${task} ${rules} ${ownAnswer}` : `${task} ${rules}`,
  ].join('\n\n');
}
