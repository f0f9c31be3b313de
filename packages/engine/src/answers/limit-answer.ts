// What the user reads when a limit stopped the run. It needs no model, so it cannot fail and costs nothing.
import type { LimitName, Message, ResolvedLimits, Tone, TurnState } from '@cadence-agents/contracts';
import { findingsOf, foundText } from './findings.ts';

const MOST_FOUND = 600;

export const limitCauses: Record<LimitName, string> = {
  maxSteps: 'it took more steps than one answer may take',
  maxAgentHops: 'it had to be passed on more often than one answer allows',
  maxToolHops: 'it needed more look-ups than one answer allows',
  maxSameAgentRoutes: 'it kept coming back to the same place without getting further',
  maxTokens: 'it needed more text than one answer may use',
  cycle: 'it kept coming back to the same point without getting further',
  timeoutMs: 'it took longer than one answer may take',
};

/** Why the work had to stop, for whoever writes the answer: what ran out, how much was used and how much there is. */
export function limitSection({ limit, counters, pluginContext }: TurnState, limits: ResolvedLimits): string {
  if (limit === null) return '';
  const used: Partial<Record<LimitName, [current: number, maximum: number | null]>> = {
    maxSteps: [counters.steps, limits.maxSteps],
    maxAgentHops: [counters.agentHops, limits.maxAgentHops],
    maxToolHops: [counters.toolHops, limits.maxToolHops],
    maxSameAgentRoutes: [pluginContext.sameAgentConsecutiveRoutes, limits.maxSameAgentRoutes],
    maxTokens: [counters.tokens, limits.maxTokens],
  };
  const [current, maximum = null] = used[limit] ?? [];
  return `The work stopped because ${limitCauses[limit]}${maximum === null ? '' : ` (${current} of ${maximum})`}.`;
}

const wordings: Record<Tone, (cause: string, found: string) => string> = {
  natural: (cause, found) =>
    `I had to stop before I was done: ${cause}.${found && ` Here is how far I got: ${found}`} Just write again and I will pick it up from here.`,
  explanatory: (cause, found) =>
    `I could not finish this in one go, because ${cause}.${found && ` What I have so far: ${found}`} If you write again, perhaps asking for one part at a time, I can go on from this point.`,
  formal: (cause, found) =>
    `The request could not be completed: ${cause}.${found && ` Result so far: ${found}`} Please send a further message to continue.`,
  concise: (cause, found) => `Not finished: ${cause}.${found && ` So far: ${found}`} Write again to go on.`,
  learning: (cause, found) =>
    `We did not get all the way: ${cause}.${found && ` This is where we are: ${found}`} Next step: ask for the part you need most, and we go on from there.`,
};

export function limitAnswer(limit: LimitName, tone: Tone, messages: readonly Message[]): string {
  return wordings[tone](limitCauses[limit], foundText(findingsOf(messages), MOST_FOUND));
}
