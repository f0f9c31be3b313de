import type { JsonObject } from '@cadence-agents/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isStrictSchema } from './strict-schema.ts';

const schemaOf = (type: z.ZodType): JsonObject => {
  const { $schema: _, ...schema } = z.toJSONSchema(type);
  return JSON.parse(JSON.stringify(schema));
};

describe('strict mode', () => {
  it.each<[string, z.ZodType]>([
    ['texts, numbers and lists', z.object({ a: z.string(), b: z.number().min(1), c: z.array(z.boolean()) })],
    ['what may be null', z.object({ a: z.string().nullable() })],
    ['choices', z.object({ a: z.enum(['x', 'y']), b: z.literal('z') })],
    ['objects in lists', z.object({ a: z.array(z.object({ b: z.string() })) })],
  ])('is for %s', (_, type) => {
    expect(isStrictSchema(schemaOf(type))).toBe(true);
  });

  it.each<[string, z.ZodType]>([
    ['a field that may be absent', z.object({ a: z.string().optional() })],
    [
      'a field that may be absent deep inside',
      z.object({ a: z.array(z.object({ b: z.string().optional() })) }),
    ],
    ['an object with any names', z.object({ a: z.record(z.string(), z.string()) })],
    ['an open object', z.looseObject({ a: z.string() })],
    ['anything at all', z.object({ a: z.unknown() })],
    ['keywords it does not know', z.object({ a: z.string().min(2) })],
    ['formats it does not know', z.object({ a: z.url() })],
    ['parts that all hold', z.object({ a: z.intersection(z.object({}), z.looseObject({})) })],
    ['a list at the top', z.array(z.string())],
  ])('is not for %s', (_, type) => {
    expect(isStrictSchema(schemaOf(type))).toBe(false);
  });

  it('follows references to definitions, and no others', () => {
    const tree = (ref: string): JsonObject => ({
      type: 'object',
      properties: { below: { type: 'array', items: { $ref: ref } } },
      required: ['below'],
      additionalProperties: false,
    });
    expect(isStrictSchema(tree('#'))).toBe(true);
    expect(isStrictSchema({ ...tree('#/$defs/leaf'), $defs: { leaf: { type: 'string' } } })).toBe(true);
    expect(isStrictSchema({ ...tree('#/$defs/leaf'), $defs: { leaf: {} } })).toBe(false);
    expect(isStrictSchema(tree('#/properties/below'))).toBe(false);
  });
});
