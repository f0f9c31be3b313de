// What a person is asked. They may be the one who wrote the message, or somebody who has not followed the conversation.
import type { LimitName, Message, ToolCall } from '@cadence-agents/contracts';
import { cutAtWord, findingsOf, foundText, inWords } from './findings.ts';
import { limitCauses } from './limit-answer.ts';

const MOST_ASKED = 200;
const MOST_FOUND = 600;
const MOST_ARGUMENTS = 400;

/** When a limit ended the work. */
export function limitQuestion(limit: LimitName, messages: readonly Message[]): string {
  const found = foundText(findingsOf(messages), MOST_FOUND);
  return [
    `The assistant could not finish: ${limitCauses[limit]}.`,
    askedIn(messages),
    found && `It found so far: ${found}`,
    'How should it go on?',
  ]
    .filter(Boolean)
    .join(' ');
}

/** When an agent passes a conversation on, with its reason if it gave one. */
export function takeOverQuestion(reason: string | undefined, messages: readonly Message[]): string {
  return reason ?? ['A person is asked to take over.', askedIn(messages), 'How should it go on?'].join(' ');
}

/** Before tools run that need approval. */
export function approvalQuestion(calls: readonly ToolCall[]): string {
  const wanted = calls.map(({ name, args }) => {
    const given = cutAtWord(inWords(args), MOST_ARGUMENTS);
    return given === '' ? `“${name}”` : `“${name}” (${given})`;
  });
  return `The assistant would like to use ${wanted.join(' and ')}. Is that all right?`;
}

/** While the caller carries out calls of its own tools; people see it in lists of what waits. */
export const callerQuestion = (calls: readonly ToolCall[]): string =>
  `The application is to carry out ${calls.map(({ name }) => `“${name}”`).join(' and ')}.`;

/** Before a node at which the run was told to wait. */
export const pauseQuestion = (node: string): string =>
  `The run was told to pause before “${node}”. Any answer has it go on.`;

const askedIn = (messages: readonly Message[]): string =>
  `It was asked: “${cutAtWord(findingsOf(messages).asked, MOST_ASKED)}”.`;
