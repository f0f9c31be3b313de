import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStorable, jsonObject, jsonValue } from './arbitrary-values.fixture.ts';
import { mergeMessages, type TestMessage } from './conversation-graph.fixture.ts';
import { toStored } from './stored-value.ts';
import { applyChange, changeBetween, type ValueChange } from './value-change.ts';

/** As it comes back from the database, where the value that a patch leads to is not known. */
const asRead = (change: ValueChange): ValueChange =>
  change.kind === 'patch' ? { kind: 'patch', patch: change.patch } : change;

const asText = (value: unknown) => JSON.stringify(value);

/** Two values of which the second is often made out of the first. */
const related = fc.oneof(
  fc.tuple(anyStorable, anyStorable),
  fc
    .tuple(jsonObject, jsonObject, fc.boolean())
    .map(([a, b, swap]) => [a, swap ? { ...b, ...a } : { ...a, ...b }]),
  fc
    .tuple(fc.array(jsonValue), fc.nat(), fc.nat(3), fc.array(jsonValue, { maxLength: 3 }))
    .map(([list, at, remove, items]) => [list, list.toSpliced(at % (list.length + 1), remove, ...items)]),
);

interface Edit {
  kind: 'append' | 'replace' | 'remove' | 'trim';
  at: number;
  count: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('append', 'append', 'append', 'replace', 'remove', 'trim'),
  at: fc.nat(),
  count: fc.integer({ min: 1, max: 3 }),
});

function updatesFor(
  messages: readonly TestMessage[],
  { kind, at, count }: Edit,
  stamp: number,
): TestMessage[] {
  const known = messages[at % Math.max(1, messages.length)];
  if (kind === 'append' || !known) {
    return Array.from({ length: count }, (_, i) => ({
      id: `${stamp}-${i}`,
      role: 'assistant',
      content: `said ${stamp}`,
    }));
  }
  if (kind === 'replace') return [{ ...known, content: `corrected ${stamp}` }];
  if (kind === 'remove') return [{ ...known, role: 'remove' }];
  return messages.slice(0, count).map((message) => ({ ...message, role: 'remove' }));
}

describe('changeBetween', () => {
  it.each([true, false])('leads from any value to any other, field order included (copy: %s)', (copy) => {
    fc.assert(
      fc.property(related, ([before, after]) => {
        const stored = toStored(before, copy);
        const asBefore = asText(stored);
        const result = applyChange(stored, asRead(changeBetween(stored, after, copy)));
        expect(result).toEqual(toStored(after, true));
        expect(asText(result)).toBe(asText(toStored(after, true)));
        expect(asText(stored)).toBe(asBefore);
      }),
      { numRuns: 1_000 },
    );
  });

  it('follows messages through any edits of the reducer and writes no more than was edited', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        let messages: TestMessage[] = [];
        let stored: unknown = toStored(messages, false);
        for (const [stamp, each] of edits.entries()) {
          const updates = updatesFor(messages, each, stamp);
          messages = mergeMessages(messages, updates);
          const change = changeBetween(stored, messages, false);
          stored = applyChange(stored, asRead(change));
          expect(stored).toEqual(messages);
          if (change.kind === 'splice')
            expect(change.splice.items.length).toBeLessThanOrEqual(updates.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('finds an earlier message that was replaced although the last ones are the same objects', () => {
    const messages = Array.from({ length: 100 }, (_, i) => ({ id: String(i) }));
    const after = messages.with(50, { id: 'replaced' });
    expect(changeBetween(messages, after, false)).toEqual({
      kind: 'splice',
      splice: { at: 50, remove: 1, items: [{ id: 'replaced' }] },
    });
  });

  it('notices an item changed in place when it has a copy to compare with', () => {
    const messages = [{ text: 'first' }, { text: 'second' }];
    const stored = toStored(messages, true);
    messages[0] = Object.assign(messages[0] ?? { text: '' }, { text: 'changed' });
    expect(applyChange(stored, asRead(changeBetween(stored, messages, true)))).toEqual(messages);
  });

  it('finds equal items that are other objects, as after a restart', () => {
    const stored = [{ id: 1 }, { id: 2 }];
    const after = [{ id: 1 }, { id: 2 }, { id: 3 }];
    expect(changeBetween(stored, after, false)).toEqual({
      kind: 'splice',
      splice: { at: 2, remove: 0, items: [{ id: 3 }] },
    });
  });

  it('keeps the order of fields of an item that is otherwise the same', () => {
    const stored = [{ a: 1, b: 2 }];
    const result = applyChange(stored, asRead(changeBetween(stored, [{ b: 2, a: 1 }], true)));
    expect(asText(result)).toBe('[{"b":2,"a":1}]');
  });

  it('takes a list of a hundred thousand new items', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => i);
    expect(applyChange([-1], changeBetween([-1], [-1, ...many], true))).toHaveLength(100_001);
  });

  it('patches fields inside objects and sends only those', () => {
    const before = { at: 'a', counters: { steps: 1, tokens: 10 }, note: null };
    const after = { at: 'b', counters: { steps: 2, tokens: 10 }, note: null };
    expect(changeBetween(before, after, false)).toEqual({
      kind: 'patch',
      value: after,
      patch: { set: { at: 'b' }, inner: { counters: { set: { steps: 2 }, inner: {}, drop: [] } }, drop: [] },
    });
  });
});
