import { type DegradedReason, degradedReasonSchema, type TurnState } from '@cadence/contracts';
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

/** The turn with these reasons noted, each once. */
export function degradedBy(turn: TurnState, reasons: readonly DegradedReason[]): TurnState {
  const known = degradedReasons(turn);
  const all = [...new Set([...known, ...reasons])];
  return all.length === known.length ? turn : { ...turn, ...degradedSlot.set(turn, { reasons: all }) };
}
