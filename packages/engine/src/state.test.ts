import type { Message, MessageUpdate } from '@cadence/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeMessages } from './state.ts';

const message = (id: string, content = id): Message => ({ id, role: 'user', content });

describe('mergeMessages', () => {
  it('appends, replaces and removes by id, and keeps the rest as it is', () => {
    const before = [message('a'), message('b'), message('c')];
    const merged = mergeMessages(before, [message('b', 'new'), { id: 'a', role: 'remove' }, message('d')]);
    expect(merged).toEqual([message('b', 'new'), message('c'), message('d')]);
    expect(merged[1]).toBe(before[2]);
    expect(mergeMessages(before, [])).toBe(before);
  });

  it('does the same with many updates at once as with one after the other', () => {
    const ids = fc.constantFrom(...'abcdefghij');
    const update: fc.Arbitrary<MessageUpdate> = fc.oneof(
      fc.record({ id: ids, role: fc.constant('remove' as const) }),
      fc.tuple(ids, fc.string()).map(([id, content]) => message(id, content)),
    );
    fc.assert(
      fc.property(fc.uniqueArray(ids), fc.array(update, { maxLength: 30 }), (start, updates) => {
        const before = start.map((id) => message(id));
        const oneByOne = updates.reduce((merged, one) => mergeMessages(merged, [one]), before);
        expect(mergeMessages(before, updates)).toEqual(oneByOne);
      }),
    );
  });
});
