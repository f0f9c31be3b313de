import { expect, it } from 'vitest';
import { findTyped } from './type-ahead.ts';

const labels = ['Agent', 'Answer', 'Hand-off', 'Hand over', 'Zone'];

it.each([
  ['a letter goes to the next that begins with it', 'a', 0, 1],
  ['and round the end', 'a', 1, 0],
  ['the same letter again goes on', 'hh', 2, 3],
  ['more letters stay where they still hold', 'hand', 2, 2],
  ['and go on where they do not', 'hand o', 2, 3],
  ['from nothing to the first', 'A', -1, 0],
  ['nothing begins so', 'q', 0, undefined],
])('%s', (_, typed, from, found) => {
  expect(findTyped(labels, typed, from)).toBe(found);
});
