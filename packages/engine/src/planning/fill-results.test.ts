import { describe, expect, it } from 'vitest';
import { fillResults, idsIn } from './fill-results.ts';

const results = new Map([
  ['a', 'plain'],
  ['n', '42'],
  ['o', '{"year":2018,"list":[{"x":"deep"}]}'],
]);
const resultOf = (id: string) => results.get(id) ?? '';

describe('idsIn', () => {
  it('finds placeholders at any depth, each once', () => {
    expect(idsIn({ x: '{{a}} {{a.b}}', y: [{ z: '{{ n }}' }], w: 1, v: null })).toEqual(new Set(['a', 'n']));
    expect(idsIn({ x: '{a} {{}} {{ }}' })).toEqual(new Set());
  });
});

describe('fillResults', () => {
  it('fills text in, at any depth, and leaves the rest', () => {
    expect(fillResults({ x: 'so {{a}}!', y: [{ z: '{{n}}' }], w: 7 }, resultOf)).toEqual({
      x: 'so plain!',
      y: [{ z: '42' }],
      w: 7,
    });
  });

  it('reaches into JSON results by path; where there is none, the whole result stands', () => {
    expect(
      fillResults({ a: '{{o.year}}', b: 'is {{o.list.0.x}}', c: '{{a.year}}', d: '{{o.list}}' }, resultOf),
    ).toEqual({ a: '2018', b: 'is deep', c: 'plain', d: '[{"x":"deep"}]' });
  });

  it('fills values in where nothing stands beside them, when asked to', () => {
    expect(
      fillResults({ a: '{{n}}', b: 'n={{n}}', c: '{{o.list}}', d: '{{a}}' }, resultOf, { asValues: true }),
    ).toEqual({ a: 42, b: 'n=42', c: [{ x: 'deep' }], d: 'plain' });
  });

  it('does not fill in what a result itself holds', () => {
    expect(fillResults({ x: '{{a}}' }, () => '{{n}} $& $1')).toEqual({ x: '{{n}} $& $1' });
  });

  // Took 27 s and 2.8 GB.
  it.each([
    ['text', '{{a}}'.repeat(5_000)],
    ['fields', '{{o.list}}'.repeat(5_000)],
  ])('refuses %s that would come to far more than was written', (_, text) => {
    const long = (id: string) =>
      id === 'a' ? 'x'.repeat(20_000) : JSON.stringify({ list: ['x'.repeat(20_000)] });
    for (const asValues of [false, true]) {
      expect(() => fillResults({ text, also: [text] }, long, { asValues })).toThrow(
        expect.objectContaining({ code: 'INPUT_INVALID', message: expect.stringContaining('200000') }),
      );
    }
  });

  it('parses a long result once, however many of its fields are used', () => {
    const result = JSON.stringify({ n: 1, rest: 'x'.repeat(1_000_000) });
    const filled = fillResults({ text: '{{a.n}}'.repeat(20_000) }, () => result);
    expect(filled.text).toBe('1'.repeat(20_000));
  });
});
