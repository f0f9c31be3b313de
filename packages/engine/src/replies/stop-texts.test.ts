import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beforeStop, stopFilter } from './stop-texts.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 });
const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
});

describe('stop texts', () => {
  it('end a text before the first of them', () => {
    expect(beforeStop('one END two', ['two', 'END'])).toBe('one ');
    expect(beforeStop('one two', ['three'])).toBe('one two');
  });

  it('end a text that comes in pieces where they end it whole', () => {
    fc.assert(
      fc.property(fc.array(letters), stops, (pieces, given) => {
        let shown = '';
        const filter = stopFilter(given, (piece) => {
          shown += piece;
        });
        for (const piece of pieces) filter.push(piece);
        filter.end();
        expect(shown).toBe(beforeStop(pieces.join(''), given));
      }),
    );
  });

  it('hold back no more than may be the beginning of one', () => {
    const shown: string[] = [];
    const filter = stopFilter(['END'], (piece) => shown.push(piece));
    for (const piece of ['one ', 'E', 'N', 'x']) filter.push(piece);
    expect(shown).toEqual(['one ', 'ENx']);
  });
});
