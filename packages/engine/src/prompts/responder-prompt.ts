import { type AgentDefinition, type Tone, toneDescriptions } from '@cadence/contracts';

const synthesizing = [
  'Write the answer that the user reads, from what others found; it is in the conversation.',
  'Use only what was found and said, add no facts of your own, and say plainly what is missing. Answer the latest request; what came before is context. Do not mention agents or tools.',
];

const suspending = [
  'Write the answer that the user reads. The work on the latest request had to stop before it was finished.',
  'In plain words and without technical terms, say that you could not finish, what was done, the best answer that the findings in the conversation allow, and how to go on, as by asking for one part at a time. Use only what was found; never make up what is missing.',
];

/** Builds the prompt of a node that writes the answer. */
export function responderPrompt(
  task: 'synthesize' | 'suspend',
  tone: Tone,
  agentsUsed: readonly AgentDefinition[],
  instructions?: string,
): string {
  const suggestions = agentsUsed.flatMap(({ name, responseSuggestion }) =>
    responseSuggestion ? [`- ${name}: ${responseSuggestion}`] : [],
  );
  return [
    ...(task === 'synthesize' ? synthesizing : suspending),
    `Style: ${toneDescriptions[tone]}`,
    ...(suggestions.length > 0
      ? [`Suggestions from those who did the work:\n${suggestions.join('\n')}`]
      : []),
    ...(instructions ? [instructions] : []),
  ].join('\n\n');
}
