import { expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

it('reads an object', () => {
  expect(readArguments('{ "city": "Oslo", "days": [1, 2] }')).toEqual({
    args: { city: 'Oslo', days: [1, 2] },
  });
});

it.each(['[1]', '"text"', '7', 'null'])('says that %s is no object', (text) => {
  expect(readArguments(text).problem).toContain('JSON object');
});

it.each(['', '{ "city": }', '{ city: 1 }'])('says that %j is not JSON', (text) => {
  expect(readArguments(text).problem).toContain('not JSON');
});
