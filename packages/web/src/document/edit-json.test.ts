import type { JsonValue } from '@cadence-agents/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendItem, removeAt, setValue } from './edit-json.ts';
import { formatInline, formatJson } from './format-json.ts';

const json = () => fc.jsonValue({ maxDepth: 3 }).map((value): JsonValue => JSON.parse(JSON.stringify(value)));
const writers: readonly ((value: JsonValue) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, '\t'),
  formatInline,
  formatJson,
];
const writer = () => fc.constantFrom(...writers);

describe('setValue', () => {
  it('replaces a value and nothing around it', () => {
    const text = '{\n  "b" :  1,\n  "a": [ 1,2 ],\n  "x-own": null\n}\n';
    expect(setValue(text, ['a', 1], 'two')).toBe('{\n  "b" :  1,\n  "a": [ 1,"two" ],\n  "x-own": null\n}\n');
  });

  it('adds a field that is not there, in the style of the others', () => {
    expect(setValue('{ "a": 1 }', ['b'], 2)).toBe('{ "a": 1, "b": 2 }');
    expect(setValue('{\n  "a": 1\n}', ['b'], 2)).toBe('{\n  "a": 1,\n  "b": 2\n}');
    expect(setValue('{}', ['b'], 2)).toBe('{\n  "b": 2\n}');
  });

  it('sets the last one of a name that stands twice, which is the one that counts', () => {
    expect(JSON.parse(setValue('{"a": 1, "a": 2}', ['a'], 3))).toEqual({ a: 3 });
  });

  it('reads back what was set, and keeps the order of the rest', () => {
    fc.assert(
      fc.property(
        fc.array(json(), { minLength: 1 }),
        fc.nat(),
        json(),
        writer(),
        (list, at, value, write) => {
          const index = at % list.length;
          const edited = setValue(write({ before: 1, list, after: 2 }), ['list', index], value);
          expect(JSON.stringify(JSON.parse(edited))).toBe(
            JSON.stringify({ before: 1, list: list.with(index, value), after: 2 }),
          );
        },
      ),
    );
  });
});

describe('appendItem and removeAt', () => {
  it('give the same text back when one undoes the other', () => {
    fc.assert(
      fc.property(fc.array(json(), { minLength: 1 }), json(), writer(), (list, value, write) => {
        const text = write({ list, after: true });
        const longer = appendItem(text, ['list'], value);
        expect(JSON.parse(longer)).toEqual({ list: [...list, value], after: true });
        expect(removeAt(longer, ['list', list.length])).toBe(text);
      }),
    );
  });

  it('removes any entry with its comma', () => {
    fc.assert(
      fc.property(fc.array(json(), { minLength: 1 }), fc.nat(), writer(), (list, at, write) => {
        const index = at % list.length;
        const edited = removeAt(write({ list }), ['list', index]);
        expect(JSON.parse(edited)).toEqual({ list: list.toSpliced(index, 1) });
      }),
    );
  });

  it('leaves a text alone that has no such place', () => {
    expect(removeAt('{"a": 1}', ['b'])).toBe('{"a": 1}');
    expect(appendItem('{"a": 1}', ['b'], 1)).toBe('{"a": 1}');
    expect(setValue('not json', ['a', 'b'], 1)).toBe('not json');
  });
});

describe('formatJson', () => {
  it('keeps every value', () => {
    fc.assert(
      fc.property(json(), (value) => {
        expect(JSON.parse(formatJson(value))).toEqual(value);
      }),
    );
  });

  it('puts one object of a list on a line', () => {
    expect(formatJson({ nodes: [{ id: 'a' }, { id: 'b' }], tags: ['x'] })).toBe(
      '{\n  "nodes": [\n    { "id": "a" },\n    { "id": "b" }\n  ],\n  "tags": ["x"]\n}',
    );
  });
});
