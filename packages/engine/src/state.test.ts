import { contentOf, type Message, type MessageUpdate, type Part, partsOf } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeMessages } from './state.ts';

const message = (id: string, content = id): Message => ({ id, role: 'user', content });

const inParts = (id: string, parts: Part[]): Message => ({ id, role: 'assistant', ...contentOf(parts) });
const anyParts: fc.Arbitrary<Part[]> = fc.array(
  fc.oneof(
    fc.string().map((text): Part => ({ type: 'text', text })),
    fc.string().map((text): Part => ({ type: 'reasoning', text })),
    fc
      .string({ minLength: 1 })
      .map((fileId): Part => ({ type: 'file', fileId, mediaType: 'text/plain', size: 1 })),
    fc.string().map((name): Part => ({ type: 'data', name, value: { name } })),
  ),
);

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
      fc.tuple(ids, anyParts).map(([id, parts]) => inParts(id, parts)),
    );
    fc.assert(
      fc.property(fc.uniqueArray(ids), fc.array(update, { maxLength: 30 }), (start, updates) => {
        const before = start.map((id) => message(id));
        const oneByOne = updates.reduce((merged, one) => mergeMessages(merged, [one]), before);
        expect(mergeMessages(before, updates)).toEqual(oneByOne);
      }),
    );
  });

  it('keeps of each message the parts that it had last, and no part of one that it replaces', () => {
    const ids = fc.constantFrom(...'abcd');
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, anyParts), { maxLength: 20 }), (said) => {
        const merged = said.reduce<Message[]>(
          (messages, [id, parts]) => mergeMessages(messages, [inParts(id, parts)]),
          [],
        );
        for (const found of merged) {
          const last = said.findLast(([id]) => id === found.id)?.[1] ?? [];
          expect(partsOf(found)).toEqual(partsOf(contentOf(last)));
        }
        expect(merged.map(({ id }) => id)).toEqual([...new Set(said.map(([id]) => id))]);
      }),
    );
  });
});
