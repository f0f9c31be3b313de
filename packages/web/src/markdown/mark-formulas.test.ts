import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMULA, markFormulas } from './mark-formulas.ts';

const shown = (text: string) => markFormulas(text).replaceAll(FORMULA, '∑');

describe('markFormulas', () => {
  it.each([
    ['Euler: $e^{i\\pi} = -1$.', 'Euler: `∑e^{i\\pi} = -1`.'],
    ['So \\(a_1 * b_2\\) holds', 'So `∑a_1 * b_2` holds'],
    ['An $$x^2$$ inside', 'An `∑x^2` inside'],
    ['$$\n\\frac{a}{b}\n$$', '```math\n\\frac{a}{b}\n```'],
    ['\\[ x \\\\ y \\]', '```math\nx \\\\ y\n```'],
    ['- so\n  $$x$$', '- so\n  ```math\n  x\n  ```'],
  ])('marks %j', (text, marked) => {
    expect(shown(text)).toBe(marked);
  });

  it.each([
    'It costs $5 and $10.',
    'From $5-$10 a piece',
    'US$ and A$ are money',
    'An escaped \\$x$ stays',
    '`$x$` is code',
    '```sh\necho $HOME $PATH$\n```',
    '```sh\necho $$x$$',
    'Not closed: $x^2',
    'Not closed: \\[ x',
  ])('leaves %j', (text) => {
    expect(markFormulas(text)).toBe(text);
  });

  it('loses nothing of any text, and is done in time', () => {
    const piece = fc.constantFrom(
      '$',
      '$$',
      '\\(',
      '\\)',
      '\\[',
      '\\]',
      '`',
      '```\n',
      '\\',
      'a',
      '1',
      ' ',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const letters = (of: string) => of.replaceAll('math', '').replace(/[^a1]/g, '');
        expect(letters(markFormulas(text))).toBe(letters(text));
      }),
    );
  });
});
