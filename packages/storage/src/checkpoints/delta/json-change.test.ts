import { jsonObject, jsonValue } from '@cadence-agents/testkit/arbitrary-json';
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, changeBetween, type ValueChange } from './json-change.ts';

/** As it comes back from the database, where the value that a patch leads to is not known. */
const asRead = (change: ValueChange): ValueChange =>
  change.kind === 'patch' ? { kind: 'patch', patch: change.patch } : change;

const asText = (value: unknown) => JSON.stringify(value);

/** Two values of which the second is often made out of the first. */
const related = fc.oneof(
  fc.tuple(jsonValue, jsonValue),
  fc
    .tuple(jsonObject, jsonObject, fc.boolean())
    .map(([a, b, swap]) => [a, swap ? { ...b, ...a } : { ...a, ...b }]),
  fc
    .tuple(fc.array(jsonValue), fc.nat(), fc.nat(3), fc.array(jsonValue, { maxLength: 3 }))
    .map(([list, at, remove, items]) => [list, list.toSpliced(at % (list.length + 1), remove, ...items)]),
);

const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'));

describe('changeBetween', () => {
  it('leads from any value to any other, field order included', () => {
    fc.assert(
      fc.property(related, ([before, after]) => {
        const asBefore = asText(before);
        const result = applyChange(before, asRead(changeBetween(before, after)));
        expect(result).toEqual(after);
        expect(asText(result)).toBe(asText(after));
        expect(asText(before)).toBe(asBefore);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('follows a list through any splices and writes no more than was put in', () => {
    const splice = fc.record({ at: fc.nat(), remove: fc.nat(3), items: texts });
    fc.assert(
      fc.property(fc.array(splice, { maxLength: 60 }), (splices) => {
        let list: string[] = [];
        let stored: unknown = list;
        for (const { at, remove, items } of splices) {
          list = list.toSpliced(at % (list.length + 1), remove, ...items);
          const change = changeBetween(stored, list);
          stored = applyChange(stored, asRead(change));
          expect(stored).toEqual(list);
          if (change.kind === 'splice') expect(change.splice.items.length).toBeLessThanOrEqual(items.length);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('finds an earlier message that was replaced although the last ones are the same objects', () => {
    const messages = Array.from({ length: 100 }, (_, i) => ({ id: String(i) }));
    const after = messages.with(50, { id: 'replaced' });
    expect(changeBetween(messages, after)).toEqual({
      kind: 'splice',
      splice: { at: 50, remove: 1, items: [{ id: 'replaced' }] },
    });
  });

  it('finds equal items that are other objects, as after a restart', () => {
    const stored = [{ id: 1 }, { id: 2 }];
    const after = [{ id: 1 }, { id: 2 }, { id: 3 }];
    expect(changeBetween(stored, after)).toEqual({
      kind: 'splice',
      splice: { at: 2, remove: 0, items: [{ id: 3 }] },
    });
  });

  it('keeps the order of fields of an item that is otherwise the same', () => {
    const stored = [{ a: 1, b: 2 }];
    const result = applyChange(stored, asRead(changeBetween(stored, [{ b: 2, a: 1 }])));
    expect(asText(result)).toBe('[{"b":2,"a":1}]');
  });

  it('takes a list of a hundred thousand new items', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => i);
    expect(applyChange([-1], changeBetween([-1], [-1, ...many]))).toHaveLength(100_001);
  });

  it('patches fields inside objects and sends only those', () => {
    const before = { at: 'a', counters: { steps: 1, tokens: 10 }, note: null };
    const after = { at: 'b', counters: { steps: 2, tokens: 10 }, note: null };
    expect(changeBetween(before, after)).toEqual({
      kind: 'patch',
      value: after,
      patch: { set: { at: 'b' }, inner: { counters: { set: { steps: 2 }, inner: {}, drop: [] } }, drop: [] },
    });
  });
});
