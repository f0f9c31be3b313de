import { type ReplyTerms, replyTermsSchema, type TurnState } from '@cadence-agents/contracts';
import { defineSlot } from './slot.ts';

/** Of a caller that asks for nothing; compared by identity. */
export const noTerms: ReplyTerms = {};

/** What the caller asks of the reply, for as long as the turn lasts. */
export const termsSlot = defineSlot({
  name: 'terms',
  version: 1,
  schema: replyTermsSchema,
  initial: noTerms,
});

/** The turn with other terms; the ones before are void. */
export function withTerms(turn: TurnState, terms: ReplyTerms | undefined): TurnState {
  return terms ? { ...turn, ...termsSlot.set({ ...turn, ...termsSlot.clear(turn) }, terms) } : turn;
}
