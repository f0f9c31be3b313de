import type { StoredSlot, TurnState } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newTurn } from './conversation/turn-state.ts';
import { defineSlot } from './slot.ts';

const tries = defineSlot({
  name: 'tries',
  version: 2,
  schema: z.object({ count: z.number(), why: z.string() }),
  initial: { count: 0, why: '' },
  upgrade: (value, version) => ({
    why: `from version ${version}`,
    ...z.object({ count: z.number() }).parse(value),
  }),
});
const { turn } = newTurn(
  { entrypointNodeId: 'a' },
  { runId: 'r', message: 'Hi', messageId: 'm', tone: null },
);
const other: StoredSlot = { version: 9, value: { of: 'another kind' } };
const stored = (version: number, value: StoredSlot['value']): TurnState => ({
  ...turn,
  slots: { other, tries: { version, value } },
});

describe('a slot', () => {
  it('has its initial value before anything was put into it', () => {
    expect(turn.slots).toEqual({});
    expect(tries.get(turn)).toEqual({ count: 0, why: '' });
  });

  it('takes single fields, and leaves other slots alone', () => {
    const before = stored(2, { count: 1, why: 'rain' });
    const changed = { ...before, ...tries.set(before, { count: 2 }) };
    expect(tries.get(changed)).toEqual({ count: 2, why: 'rain' });
    expect(changed.slots).toEqual({ other, tries: { version: 2, value: { count: 2, why: 'rain' } } });
    expect(tries.get(before).count).toBe(1);
  });

  it('is empty again when it is cleared', () => {
    const before = stored(2, { count: 1, why: 'rain' });
    expect(tries.clear(before)).toEqual({ slots: { other } });
  });

  it('brings what an older version stored to its own form, and stores that', () => {
    const old = stored(1, { count: 3 });
    expect(tries.get(old)).toEqual({ count: 3, why: 'from version 1' });
    expect(tries.set(old, { count: 4 }).slots.tries).toEqual({
      version: 2,
      value: { count: 4, why: 'from version 1' },
    });
  });

  it('refuses what a newer version stored', () => {
    expect(() => tries.get(stored(3, { count: 3, why: '' }))).toThrow(
      expect.objectContaining({
        code: 'STORE_NEWER',
        message: 'The slot "tries" of a stored turn has version 3.',
        hint: expect.stringContaining('Versions up to 2 are known here'),
      }),
    );
  });

  it('refuses what does not have its form', () => {
    const corrupt = expect.objectContaining({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining('"tries"'),
    });
    expect(() => tries.get(stored(2, { count: 'many' }))).toThrow(corrupt);
  });
});
