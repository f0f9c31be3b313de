import type { JsonObject } from '@cadence-agents/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomChoice } from './random-choice.ts';
import { randomJson } from './random-json.ts';
import { seededRandom } from './seeded-random.ts';

const shapes = {
  strings: z.string().min(3).max(5),
  numbers: z.number().min(-1).max(2.5),
  integers: z.number().int().gt(3).lt(6),
  positive: z.number().int().positive(),
  atMost: z.number().int().max(-500),
  enums: z.enum(['add', 'subtract']),
  lists: z.array(z.boolean()).min(2).max(4),
  unions: z.union([z.literal('a'), z.number(), z.null()]),
  objects: z.strictObject({
    query: z.string(),
    limit: z.number().int().min(1).max(3).optional(),
    filter: z.strictObject({ tags: z.array(z.enum(['x', 'y'])), exact: z.boolean().nullable() }),
  }),
};

describe('randomJson', () => {
  it.each(Object.entries(shapes))('makes values that fit a schema of %s', (_name, shape) => {
    const schema = z.record(z.string(), z.json()).parse(z.toJSONSchema(shape)) satisfies JsonObject;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const value = randomJson(schema, randomChoice(seededRandom(seed)));
        expect(shape.safeParse(value).error).toBeUndefined();
      }),
    );
  });

  it('ends on a schema that requires itself', () => {
    const schema: JsonObject = { type: 'array', minItems: 0 };
    schema.items = schema;
    expect(() =>
      JSON.stringify(
        randomJson(
          schema,
          randomChoice(() => 0.99),
        ),
      ),
    ).not.toThrow();
  });

  it('falls back to a string on a schema that it does not know', () => {
    expect(typeof randomJson({ $ref: '#/nowhere' }, randomChoice(seededRandom(1)))).toBe('string');
  });
});
