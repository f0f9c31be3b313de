import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlightCode } from './highlight-code.ts';

const kinds = (code: string, language = 'ts') =>
  highlightCode(code, language).flatMap(({ kind, text }) =>
    text.trim() === '' ? [] : [`${kind}:${text.trim()}`],
  );

describe('highlightCode', () => {
  it('loses nothing of any code', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('ts', 'python', 'sql', ''), (code, language) => {
        expect(
          highlightCode(code, language)
            .map(({ text }) => text)
            .join(''),
        ).toBe(code);
      }),
    );
  });

  it('tells comments, strings, numbers and words apart', () => {
    expect(kinds('const a = f("x"); // y 1')).toEqual([
      'keyword:const',
      'plain:a',
      'plain:=',
      'name:f',
      'plain:(',
      'string:"x"',
      'plain:);',
      'comment:// y 1',
    ]);
    expect(kinds('x = 1 # if', 'python')).toEqual(['plain:x', 'plain:=', 'number:1', 'comment:# if']);
  });
});
