import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedPart } from './changed-part.ts';

it('turns one text into the other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, before, after, tail) => {
      const [from, to] = [head + before + tail, head + after + tail];
      const change = changedPart(from, to);
      const changed = change ? from.slice(0, change.from) + change.insert + from.slice(change.to) : from;
      expect(changed).toBe(to);
    }),
  );
});

it('leaves alone what both have', () => {
  expect(changedPart('abcXdef', 'abcYYdef')).toEqual({ from: 3, to: 4, insert: 'YY' });
  expect(changedPart('same', 'same')).toBeUndefined();
});
