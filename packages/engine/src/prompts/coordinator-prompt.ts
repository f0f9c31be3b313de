import type { ToolSpec } from '@cadence-agents/contracts';
import type { KindConfig } from '@cadence-agents/workflow';
import { joinSections } from './prompt-sections.ts';
import { coordinatorAnswering, coordinatorTask, otherSpeakers } from './prompts.ts';

/** An agent as the coordinator sees it. */
export interface AgentOption {
  label: string;
  nodeId: string;
  description: string;
  tool: ToolSpec;
}

export function coordinatorPrompt(
  offered: readonly AgentOption[],
  { mayAnswer = false, prompt, instructions }: KindConfig<'COORDINATOR'>,
): string {
  const agents = offered.map(({ tool, description }) => `- ${tool.name}: ${description}`);
  return joinSections(
    `You coordinate these agents:\n${agents.join('\n')}`,
    prompt ?? joinSections(coordinatorTask, mayAnswer ? coordinatorAnswering : '', otherSpeakers),
    instructions,
  );
}
