import { type DegradedReason, degradedReasonSchema, type TurnState } from '@cadence-agents/contracts';
import { z } from 'zod';
import { defineSlot } from '../slot.ts';

const degradedSlot = defineSlot({
  name: 'degraded',
  version: 1,
  schema: z.object({ reasons: z.array(degradedReasonSchema) }),
  initial: { reasons: [] },
});

/** Why the turn's answer is poorer than it should be. */
export const degradedReasons = (turn: TurnState): DegradedReason[] => degradedSlot.get(turn).reasons;

const ofTheAnswer: ReadonlySet<DegradedReason> = new Set(['answer_cut', 'answer_filtered']);

/** The turn with an answer in place of one that may have broken off. */
export function answeredAnew(turn: TurnState): TurnState {
  const known = degradedReasons(turn);
  const reasons = known.filter((reason) => !ofTheAnswer.has(reason));
  return reasons.length === known.length ? turn : { ...turn, ...degradedSlot.set(turn, { reasons }) };
}

/** The turn with these reasons noted, each once. */
export function degradedBy(turn: TurnState, reasons: readonly DegradedReason[]): TurnState {
  const known = degradedReasons(turn);
  const all = [...new Set([...known, ...reasons])];
  return all.length === known.length ? turn : { ...turn, ...degradedSlot.set(turn, { reasons: all }) };
}
