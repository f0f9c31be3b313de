// What people read when something failed. What it was is for those who run the service: the record and the log have it.
import type { ErrorCode, Tone } from '@cadence-agents/contracts';

type Failure = 'busy' | 'unavailable' | 'refused' | 'broken';

const failures: Partial<Record<ErrorCode, Failure>> = {
  MODEL_RATE_LIMITED: 'busy',
  MODEL_UNAVAILABLE: 'unavailable',
  MODEL_TIMEOUT: 'unavailable',
  MODEL_BAD_REPLY: 'unavailable',
  MODEL_REFUSED: 'refused',
};

const causes: Record<Failure, string> = {
  busy: 'too much is being asked of this service at the moment',
  unavailable: 'what this service needs to write an answer does not work at the moment',
  refused: 'it could not be worked on in the way it was put',
  broken: 'something about this service has to be put right first',
};

const advice: Record<Failure, string> = {
  busy: 'Please try again in a few minutes.',
  unavailable: 'Please try again in a few minutes.',
  refused: 'Other words may help. If not, the people who run it can see why.',
  broken: 'The people who run it can see what it is.',
};

const wordings: Record<Tone, (cause: string) => string> = {
  natural: (cause) => `I could not answer this: ${cause}.`,
  explanatory: (cause) => `I could not answer this, because ${cause}.`,
  formal: (cause) => `The request could not be answered: ${cause}.`,
  concise: (cause) => `No answer: ${cause}.`,
  learning: (cause) => `We could not get to an answer: ${cause}.`,
};

const failureOf = (code: string): Failure => new Map(Object.entries(failures)).get(code) ?? 'broken';

/** The answer of a run that failed. */
export function failureAnswer(code: string, tone: Tone): string {
  const failure = failureOf(code);
  return `${wordings[tone](causes[failure])} ${advice[failure]}`;
}

const partFailed = 'I could not do my part:';

/** What an agent says that failed, for others to go on without it. */
export const partFailure = (code: string): string => `${partFailed} ${causes[failureOf(code)]}.`;

export const isPartFailure = (content: string): boolean => content.startsWith(partFailed);
