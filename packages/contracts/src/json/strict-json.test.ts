import { runInNewContext } from 'node:vm';
import { runs } from '@cadence-agents/testkit/random-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CadenceError } from '../cadence-error.ts';
import { decodeStrict, encodeStrict, maxDepth } from './strict-json.ts';

function nested(levels: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

function refusal(value: unknown): { code: string; path: unknown } {
  try {
    encodeStrict(value);
  } catch (error) {
    if (CadenceError.is(error)) return { code: error.code, path: Object(error.details).path };
    throw error;
  }
  throw new Error('It was accepted.');
}

const circle: Record<string, unknown> = { a: 1 };
circle.self = circle;
class Point {
  x = 1;
}
class Points extends Array {}

describe('encodeStrict', () => {
  it.each([
    ['-0', -0],
    ['-0 deep inside', { a: [1, { b: -0, c: 'x' }] }],
    ['NUL', 'a\u0000b'],
    ['keys that are special elsewhere', JSON.parse('{"__proto__":{"a":1},"constructor":1,"toJSON":"x"}')],
    ['LangChain markers', { lc: 1, type: 'constructor', id: ['nope'] }],
    ['text that looks like an escape', { '\\ud800': '\\udfff \\u0000' }],
    ['pairs of surrogates', { '😀': ['😀', '\u{10ffff}'] }],
    ['10 MB', 'é'.repeat(5 * 1024 * 1024)],
    ['the deepest nesting allowed', nested(maxDepth)],
    ['extreme numbers', [Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 + 2, 0.1]],
    ['shared parts', [circle.a, circle.a]],
  ])('keeps %s', (_, value) => {
    expect(decodeStrict(encodeStrict(value))).toStrictEqual(value);
  });

  it('keeps what any JSON generator makes', () => {
    const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' });
    fc.assert(
      fc.property(json, (value) => {
        expect(decodeStrict(encodeStrict(value))).toStrictEqual(value);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps any value exactly or refuses it', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withBoxedValues: true,
      withUnicodeString: true,
      stringUnit: fc.string({ unit: fc.constantFrom('\ud800', '\udc00', 'a', '\\', 'u') }),
    });
    fc.assert(
      fc.property(anything, (value) => {
        let text: string;
        try {
          text = encodeStrict(value);
        } catch (error) {
          expect(error).toMatchObject({ code: 'VALUE_NOT_STORABLE' });
          return;
        }
        expect(decodeStrict(text)).toStrictEqual(value);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['undefined', undefined, '$'],
    ['an undefined field', { a: { b: undefined } }, '$.a.b'],
    ['a hole in an array', Object.assign(new Array(3), { 0: 1, 2: 3 }), '$[1]'],
    ['NaN', { a: [0, Number.NaN] }, '$.a[1]'],
    ['Infinity', -Infinity, '$'],
    ['a BigInt', { n: 1n }, '$.n'],
    ['a function', { toJSON: () => 1 }, '$.toJSON'],
    ['a symbol', [Symbol('s')], '$[0]'],
    ['a symbol as key', { a: { [Symbol('s')]: 1 } }, '$.a'],
    ['a date', { at: new Date(0) }, '$.at'],
    ['a map', new Map(), '$'],
    ['a class instance', { 'the point': new Point() }, '$["the point"]'],
    ['an array of a class of its own', new Points(), '$'],
    ['an array with named fields', { found: 'ab'.match(/a/) }, '$.found'],
    ['half a surrogate pair', { text: ['ok', 'bad \ud800'] }, '$.text[1]'],
    ['half a surrogate pair in a key', { '\udc00': 1 }, '$["\\udc00"]'],
    ['bytes', { body: new Uint8Array(2) }, '$.body'],
  ])('refuses %s and says where', (_, value, path) => {
    expect(refusal(value)).toEqual({ code: 'VALUE_NOT_STORABLE', path });
  });

  it('refuses a circle and nesting beyond the limit', () => {
    expect(refusal(circle).code).toBe('VALUE_NOT_STORABLE');
    expect(refusal(nested(maxDepth + 1)).code).toBe('VALUE_NOT_STORABLE');
    expect(refusal(nested(10_000)).code).toBe('VALUE_NOT_STORABLE');
  });

  it('takes plain objects without a prototype and from another realm', () => {
    const bare = Object.assign(Object.create(null), { a: 1 });
    expect(encodeStrict([bare, runInNewContext('({ b: [2] })')])).toBe('[{"a":1},{"b":[2]}]');
  });

  it('takes undefined fields as absent when asked to', () => {
    const record = { a: undefined, b: -0, c: { d: undefined } };
    expect(encodeStrict(record, '$', { optionalFields: true })).toBe('{"b":-0,"c":{}}');
    expect(() => encodeStrict([undefined], '$', { optionalFields: true })).toThrow('$[0] is undefined');
  });

  it('starts the path with the name it is given', () => {
    expect(() => encodeStrict({ a: 1n }, 'metadata')).toThrow('metadata.a is a bigint');
  });
});

describe('decodeStrict', () => {
  it('tells damaged text from data', () => {
    expect(() => decodeStrict('{"a":')).toThrow(expect.objectContaining({ code: 'STORE_CORRUPT' }));
  });
});
