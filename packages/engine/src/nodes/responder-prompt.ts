import { type AgentDefinition, type Tone, toneDescriptions } from '@cadence/contracts';

const synthesizing = [
  'You write the answer that the user reads. Others have gathered what it needs; their findings are in the conversation.',
  'Use only what they found and what was said. Add no facts of your own, and say plainly what could not be found out.',
  'Answer the user’s latest request; what came before it is context. Bring the findings together into one answer, without mentioning agents or tools.',
];

const suspending = [
  'You write the answer that the user reads. The work on the latest request had to stop before it was finished.',
  'In plain words and without technical terms: say that you could not finish, say what was done, give the best answer that the findings in the conversation allow, and suggest how to go on, as by asking for one part at a time.',
  'Use only what was found. Never make up what is missing.',
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
