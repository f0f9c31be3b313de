import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inWholeCharacters, storableCall, storableText } from './storable-text.ts';

it('leaves ordinary text as it is, and replaces only what no store keeps', () => {
  expect(storableText('Grüße 🎈')).toBe('Grüße 🎈');
  expect(storableText('a\0b\ud83d')).toBe('a\ufffdb\ufffd');
});

it('hands on the same text however it is cut, and never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(5)), (text, sizes) => {
      const pieces: string[] = [];
      const write = inWholeCharacters((piece) => pieces.push(piece));
      let rest = text.replaceAll('\0', '');
      const whole = rest;
      for (const size of [...sizes, rest.length]) {
        write(rest.slice(0, size));
        rest = rest.slice(size);
      }
      expect(pieces.join('')).toBe(whole);
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    }),
  );
});

it('makes a call whole wherever a character is half, and leaves all else as it is', () => {
  const call = {
    id: 'a\ud83d',
    name: 'n',
    args: { 'k\udc00': ['\\ud800 \\\\udfff', '😀', { deep: '\ud800x' }] },
  };
  expect(storableCall(call)).toEqual({
    id: 'a\ufffd',
    name: 'n',
    args: { 'k\ufffd': ['\\ud800 \\\\udfff', '😀', { deep: '\ufffdx' }] },
  });
  const sound = { id: 'a', name: 'n', args: { text: 'a\0b 😀' } };
  expect(storableCall(sound)).toBe(sound);
});
