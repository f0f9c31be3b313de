// Notices a run that goes round in a circle: the same decision for the third time, with nothing new learnt in between.
import { hash } from 'node:crypto';
import type { MessageUpdate, TurnState } from '@cadence-agents/contracts';
import { z } from 'zod';
import { defineSlot } from '../slot.ts';

/** The third time is one too many. */
const MOST_REPEATS = 2;
/** So many texts and decisions are remembered: a circle of more steps is left to the limits. */
const MOST_REMEMBERED = 32;

const cycleSlot = defineSlot({
  name: 'cycle',
  version: 1,
  schema: z.object({
    /** Digests of what was said and found lately. */
    known: z.array(z.string()),
    /** How often each decision was taken since something new was learnt. */
    taken: z.record(z.string(), z.number().int()),
  }),
  initial: { known: [], taken: {} },
});

/**
 * The turn with what a visit brought and decided, and whether the decision closes a circle. A visit that decides
 * nothing can still bring something new. Costs nothing in workflows whose agents do not decide.
 */
export function noticeCycle(
  turn: TurnState,
  { messages = [], decision }: { messages?: readonly MessageUpdate[]; decision?: string | undefined },
): { turn: TurnState; isCycle: boolean } {
  const { known, taken } = cycleSlot.get(turn);
  if (decision === undefined && Object.keys(taken).length === 0) return { turn, isCycle: false };
  const news = [...new Set(textsOf(messages).map(digest))].filter((text) => !known.includes(text));
  const counts = news.length > 0 ? {} : taken;
  const key = decision === undefined ? undefined : digest(decision);
  const times = key === undefined ? 0 : (counts[key] ?? 0) + 1;
  const next = {
    known: [...known, ...news].slice(-MOST_REMEMBERED),
    taken: key === undefined ? counts : lately({ ...counts, [key]: times }),
  };
  return { turn: { ...turn, ...cycleSlot.set(turn, next) }, isCycle: times > MOST_REPEATS };
}

const textsOf = (messages: readonly MessageUpdate[]): string[] =>
  messages.flatMap((message) =>
    message.role === 'remove' || message.content === '' ? [] : [message.content],
  );

const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16);

const lately = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).slice(-MOST_REMEMBERED));
