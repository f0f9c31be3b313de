import { expect, it } from 'vitest';
import { newTurn } from '../conversation/turn-state.ts';
import { blankScratchpad, planSlot } from './scratchpad.ts';

it('a scratchpad of version 1 is taken up, with nothing undone', () => {
  const { undone: _, ...scratchpad } = { ...blankScratchpad, missing: 'the wingspan' };
  const value = { phase: 'verify', scratchpad, retryCount: 1, userContext: null };
  const { turn } = newTurn(
    { entrypointNodeId: 'a' },
    { runId: 'r', message: 'm', messageId: 'i', tone: null },
  );
  const stored = { ...turn, slots: { plan: { version: 1, value } } };
  expect(planSlot.get(stored)).toEqual({ ...value, scratchpad: { ...scratchpad, undone: [] } });
});
