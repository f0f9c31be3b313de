import { expect, it } from 'vitest';
import { isEmptyResult } from './empty-result.ts';

it.each([
  '',
  '  \n',
  '""',
  'null',
  '[]',
  '{}',
  '[null,""]',
  '{"results":[]}',
  '{"results":[],"message":"None."}',
  '{"a":{"b":[]},"total":0}',
])('isEmptyResult(%j) is true', (text) => expect(isEmptyResult(text)).toBe(true));

it.each([
  '0',
  'false',
  'no',
  '[0]',
  '{"message":"Done."}',
  '{"results":[{"title":"x"}]}',
  '{"value":0}',
  '{broken',
])('isEmptyResult(%j) is false', (text) => expect(isEmptyResult(text)).toBe(false));
