import { type AgentDefinition, type TurnState, toneDescriptions } from '@cadence-agents/contracts';
import type { KindConfig } from '@cadence-agents/workflow';
import { styleLine } from './note.ts';
import { joinSections } from './prompt-sections.ts';
import { otherSpeakers, suspending, synthesizing } from './prompts.ts';

/** The prompt of a node that writes the answer. */
export function responderPrompt(
  task: 'synthesize' | 'suspend',
  { prompt, instructions }: Pick<KindConfig<'SYNTHESIZER'>, 'prompt' | 'instructions'> = {},
): string {
  const own = task === 'synthesize' ? synthesizing : suspending;
  return joinSections(prompt ?? joinSections(own, otherSpeakers), instructions);
}

/** What it is told at a visit: how to write, and what those who did the work suggest. */
export function responderNote({ tone }: TurnState, agentsUsed: readonly AgentDefinition[] = []): string[] {
  const suggestions = agentsUsed.flatMap(({ name, responseSuggestion }) =>
    responseSuggestion ? [`- ${name}: ${responseSuggestion}`] : [],
  );
  return [
    styleLine(toneDescriptions[tone]),
    suggestions.length > 0 ? `Suggestions from those who did the work:\n${suggestions.join('\n')}` : '',
  ];
}
