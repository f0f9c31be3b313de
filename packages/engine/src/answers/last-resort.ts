// The answer when no model can write one: what was asked, what was found, what could not be done.
import type { Message, Tone } from '@cadence-agents/contracts';
import { cutAtWord, findingsOf, foundText } from './findings.ts';

const MOST_ASKED = 200;
const MOST_FOUND = 2_000;

interface Parts {
  asked: string;
  found: string;
  failed: string;
}

const wordings: Record<Tone, (parts: Parts) => string[]> = {
  natural: ({ asked, found, failed }) => [
    `I could not write a proper answer to “${asked}”.`,
    found ? `This is what I found: ${found}` : 'I found nothing that answers it.',
    failed && `What did not work: ${failed}.`,
    'Please ask again, perhaps in other words.',
  ],
  explanatory: ({ asked, found, failed }) => [
    `You asked “${asked}”, and I did not get as far as a proper answer.`,
    found
      ? `So that nothing is lost, here is what I found on the way: ${found}`
      : 'Nothing that I found answers it.',
    failed && `I also tried this without success: ${failed}.`,
    'If you ask again, perhaps for one part at a time, I can try once more.',
  ],
  formal: ({ asked, found, failed }) => [
    `A complete answer to “${asked}” could not be prepared.`,
    found ? `Findings: ${found}` : 'There are no findings.',
    failed && `Not successful: ${failed}.`,
    'Please send the request again.',
  ],
  concise: ({ asked, found, failed }) => [
    `No full answer to “${asked}”.`,
    found ? `Found: ${found}` : 'Nothing found.',
    failed && `Failed: ${failed}.`,
    'Ask again.',
  ],
  learning: ({ asked, found, failed }) => [
    `We did not get to a full answer to “${asked}”.`,
    found ? `This is what we have found: ${found}` : 'We have found nothing that answers it yet.',
    failed && `This did not work: ${failed}.`,
    'Next step: ask again, one part at a time.',
  ],
};

export function lastResort(messages: readonly Message[], tone: Tone): string {
  const findings = findingsOf(messages);
  const parts = {
    asked: cutAtWord(findings.asked, MOST_ASKED),
    found: foundText(findings, MOST_FOUND),
    failed: findings.failed.join(', '),
  };
  return wordings[tone](parts).filter(Boolean).join(' ');
}
