import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inWholeCharacters, storableCall, storableText } from './storable-text.ts';

it('leaves ordinary text as it is, and replaces only what no store keeps', () => {
  expect(storableText('Grüße 🎈')).toBe('Grüße 🎈');
  expect(storableText('a\0b\ud83d')).toBe('a\ufffdb\ufffd');
});

it('hands on the same text however it is cut, and never half a character', () => {
  const units = fc.array(fc.oneof(fc.constantFrom(0, 0x41, 0xd83d, 0xde00), fc.nat(0xffff)));
  fc.assert(
    fc.property(units, fc.array(fc.nat(5)), (codes, sizes) => {
      const text = String.fromCharCode(...codes);
      const pieces: string[] = [];
      const { push, end } = inWholeCharacters((piece) => pieces.push(piece));
      let rest = text;
      for (const size of [...sizes, rest.length]) {
        push(rest.slice(0, size));
        rest = rest.slice(size);
      }
      end();
      expect(pieces.join('')).toBe(storableText(text));
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
