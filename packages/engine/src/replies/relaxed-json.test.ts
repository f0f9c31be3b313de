import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRelaxedJson } from './relaxed-json.ts';

describe('parseRelaxedJson', () => {
  it.each([
    ['single quotes', "{'a': 'it\\'s \"x\"', 'b': [1]}", { a: 'it\'s "x"', b: [1] }],
    ['Python’s words', "{'a': True, 'b': False, 'c': None}", { a: true, b: false, c: null }],
    ['commas too many', '{"a":[1,2,],}', { a: [1, 2] }],
    ['comments', '{ // first\n"a": 1, /* second */ "b": 2 }', { a: 1, b: 2 }],
    ['names without quotes', '{next: "x", my_args: {}}', { next: 'x', my_args: {} }],
    ['bare line breaks', '{"a":"one\ntwo"}', { a: 'one\ntwo' }],
    ['numbers of every form', '[-1, 2.5, 1e3]', [-1, 2.5, 1000]],
  ])('takes %s', (_, text, expected) => {
    expect(parseRelaxedJson(text)).toEqual(expected);
  });

  it.each(['', '{', '{"a"}', '{"a":}', '[1 2]', "{'a':'b}", '{"a":1}}', 'yes', '/', '{/', '"a'])(
    'finds nothing in %j',
    (text) => {
      expect(parseRelaxedJson(text)).toBeUndefined();
    },
  );

  it('reads what is JSON as JSON is read, names such as __proto__ among it', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(parseRelaxedJson(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('never fails, whatever it is given', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ':',
      ',',
      '\\',
      '/',
      '*',
      '//',
      'a',
      '1',
      '\n',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        parseRelaxedJson(pieces.join(''));
      }),
    );
  });

  it('is not deeper than it can go', () => {
    expect(parseRelaxedJson('['.repeat(100_000))).toBeUndefined();
  });
});
