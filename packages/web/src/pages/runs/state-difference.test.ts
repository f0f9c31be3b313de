import type { Message } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { fieldChanges, messageChanges, removedMessages } from './state-difference.ts';

const said = (id: string, content: string): Message => ({ id, role: 'user', content });

describe('the difference of two states', () => {
  it('tells new, changed and removed messages', () => {
    const before = [said('a', 'one'), said('b', 'two'), said('c', 'three')];
    const after = [said('b', 'two'), said('c', 'four'), said('d', 'five')];
    expect(messageChanges(before, after).map(({ kind }) => kind)).toEqual(['same', 'changed', 'added']);
    expect(removedMessages(before, after)).toBe(1);
  });

  it('names the fields that differ', () => {
    expect(fieldChanges({ at: 'a', n: 1, gone: true }, { at: 'b', n: 1 })).toEqual([
      { field: 'at', before: 'a', after: 'b' },
      { field: 'gone', before: true, after: undefined },
    ]);
    expect(fieldChanges(null, { at: 'b' })).toHaveLength(1);
  });
});
