// What whoever tries a workflow says while a run waits for them.
import {
  type RunPauses,
  type RunPins,
  runPausesSchema,
  runPinsSchema,
  type StoredSlot,
  type TurnChange,
  type TurnState,
  turnChangeSchema,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import { z } from 'zod';
import { defineSlot, slotProblems } from './slot.ts';

/**
 * Where the run waits and what is given in it from here on; what it began with where that is absent. And what was
 * changed of it when it last went on.
 */
export const trialSlot = defineSlot({
  name: 'trial',
  version: 1,
  schema: z.object({
    pauses: runPausesSchema.exactOptional(),
    pins: runPinsSchema.exactOptional(),
    changed: turnChangeSchema.exactOptional(),
  }),
  initial: {},
});

interface TrialTerms {
  pauses?: RunPauses | undefined;
  pins?: RunPins | undefined;
  changed?: TurnChange | undefined;
}

export function withTrial(turn: TurnState, { pauses, pins, changed }: TrialTerms): TurnState {
  const { changed: earlier, ...before } = trialSlot.get(turn);
  if (!pauses && !pins && !changed && !earlier) return turn;
  const told = { ...before, ...(pauses && { pauses }), ...(pins && { pins }), ...(changed && { changed }) };
  const bare = { ...turn, ...trialSlot.clear(turn) };
  const next = { ...bare, ...trialSlot.set(bare, told) };
  return changed ? withChange(next, changed) : next;
}

function withChange(turn: TurnState, { slots = {}, at, answer, summary, handedOver }: TurnChange): TurnState {
  const changed: Record<string, StoredSlot> = {};
  for (const [name, value] of Object.entries(slots)) {
    const before = turn.slots[name];
    if (before) changed[name] = { ...before, value };
  }
  return {
    ...turn,
    ...(at !== undefined && { at }),
    ...(answer !== undefined && { answer }),
    ...(summary !== undefined && { summary }),
    ...(handedOver !== undefined && { handedOver }),
    slots: { ...turn.slots, ...changed },
  };
}

/** Why a turn cannot be changed like this, each with its place in the change. */
export function changeProblems(
  turn: TurnState,
  { slots = {}, at }: TurnChange,
  { nodes }: WorkflowDefinition,
): { path: string; message: string }[] {
  const isNode = at === undefined || nodes.some(({ id }) => id === at);
  const isThere = (name: string) => name !== trialSlot.name && Object.hasOwn(turn.slots, name);
  return [
    ...(turn.handoff?.pause ? [] : [{ path: '', message: 'is for a run that pauses before a node' }]),
    ...(isNode ? [] : [{ path: 'at', message: `is the id of no node: "${at}"` }]),
    ...Object.entries(slots).flatMap(([name, value]) =>
      isThere(name)
        ? slotProblems(name, value).map(({ path, message }) => ({
            path: ['slots', name, path].filter((part) => part !== '').join('.'),
            message,
          }))
        : [{ path: `slots.${name}`, message: 'is not there to be changed' }],
    ),
  ];
}
