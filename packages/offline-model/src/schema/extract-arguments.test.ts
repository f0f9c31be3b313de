import type { JsonObject } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { extractArguments } from './extract-arguments.ts';

const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const number = { type: 'number' };

describe('extractArguments', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['What is 15 * 23?', object({ expression: text }), { expression: '15 * 23' }],
    ['Search for async programming', object({ query: text }), { query: 'async programming' }],
    ['Look up "a b"', object({ query: text, limit: number }, ['query']), { query: 'a b' }],
    [
      'Find 3 pages about cats',
      object({ query: text, limit: { type: 'integer' } }, ['query']),
      { query: '3 pages about cats', limit: 3 },
    ],
    [
      'weather in Paris in Celsius',
      object({ city: text, unit: { enum: ['fahrenheit', 'celsius'] } }),
      { city: 'Paris', unit: 'celsius' },
    ],
    ['What time is it in Tokyo?', object({ timezone: text }), { timezone: 'Asia/Tokyo' }],
    [
      'it is 9:00 in New York, and in Tokyo?',
      object({ time: text, from: text, to: text }),
      { time: '09:00', from: 'New York', to: 'Tokyo' },
    ],
    ['free on 2026-11-15?', object({ date: { type: 'string', format: 'date' } }), { date: '2026-11-15' }],
    ['read https://x.example/a?b=1 now', object({ url: text }), { url: 'https://x.example/a?b=1' }],
    ['mail bob@x.example', object({ recipientEmail: text }), { recipientEmail: 'bob@x.example' }],
    [
      "translate 'hi' into French",
      object({ text, targetLanguage: text }, ['text', 'targetLanguage']),
      { text: 'hi', targetLanguage: 'French' },
    ],
    [
      'the mean of 1, 2 and 3.5',
      object({ numbers: { type: 'array', items: number } }),
      { numbers: [1, 2, 3.5] },
    ],
    ['add seven and -2', object({ a: number, b: number }), { a: 7, b: -2 }],
    ['anything', object({ query: text }, []), { query: 'anything' }],
    [
      'anything',
      object({ kind: { const: 'x' }, deep: true, verbose: { type: 'boolean' } }, ['kind', 'verbose']),
      { kind: 'x', verbose: false },
    ],
  ])('reads "%s"', (question, parameters, expected) => {
    const { args, complete } = extractArguments(parameters, question);
    expect(args).toMatchObject(expected);
    expect(complete).toBe(true);
  });

  it('says when something essential is missing', () => {
    expect(extractArguments(object({ expression: text }), 'about calculators').complete).toBe(false);
    expect(extractArguments(object({ amount: number }), 'no number').complete).toBe(false);
  });

  it('keeps to the bounds of a number', () => {
    const limit = { type: 'integer', minimum: 1, maximum: 10 };
    expect(extractArguments(object({ limit }), '99.4').args).toEqual({ limit: 10 });
  });

  it('follows references and takes the first choice that is not null', () => {
    const parameters: JsonObject = {
      ...object({ place: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/place' }] } }),
      $defs: { place: object({ city: text }) },
    };
    expect(extractArguments(parameters, 'in Rome').args).toEqual({ place: { city: 'Rome' } });
  });

  it('gives a schema that refers to itself an end', () => {
    const parameters: JsonObject = { $ref: '#' };
    expect(extractArguments(parameters, 'x')).toEqual({ args: {}, complete: true });
    const deep: JsonObject = object({ next: { $ref: '#' } });
    expect(extractArguments(deep, 'x').complete).toBe(false);
  });
});
