import { runs } from '@cadence-agents/testkit/random-runs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonPath, JsonPlaces } from './json-place.ts';

const writers: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, '\t'),
  (value) => ` \r\n${JSON.stringify(value, null, 2)}\n`,
];

/** Every value in a value, by its path. */
function* valuesIn(value: unknown, path: JsonPath = []): Iterable<[JsonPath, unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    yield* valuesIn(inner, [...path, Array.isArray(value) ? Number(name) : name]);
}

describe('JsonPlaces', () => {
  it('finds every value of any JSON text', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(...writers), (json, write) => {
        const text = write(JSON.parse(json));
        const places = new JsonPlaces(text);
        expect(places.firstMistake()).toBeUndefined();
        for (const [path, value] of valuesIn(JSON.parse(json))) {
          const range = places.find(path);
          expect(JSON.parse(text.slice(range?.from, range?.to))).toEqual(value);
        }
      }),
    );
  });

  it('says that a text has a mistake exactly when it is not JSON', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '"', '\\', '}', ']', '\t', '0', '-', 'x', ':', ' '),
      )
      .map(([json, at, put]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + put + json.slice(place + (put === '' ? 1 : 0));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(new JsonPlaces(text).firstMistake() === undefined).toBe(isJson(text));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('knows what stands before a mistake, and what the mistake is in', () => {
    const text = '{ "nodes": [{ "id": "a" }, { "id": , "x": 1 }], "edges": [] }';
    const places = new JsonPlaces(text);
    expect(places.firstMistake()?.from).toBe(text.indexOf(', "x"'));
    expect(places.find(['nodes', 0, 'id'])?.from).toBe(text.indexOf('"a"'));
    expect(places.nearest(['nodes', 0, 'gone'])).toEqual(places.find(['nodes', 0]));
    expect(places.entries(['nodes'])).toHaveLength(2);
  });

  it('is not overcome by a text that is nested without end', () => {
    expect(new JsonPlaces('['.repeat(1_000_000)).firstMistake()).toBeDefined();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
