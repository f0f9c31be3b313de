import { expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchemas } from './input-schema.ts';

const schema = {
  type: 'object' as const,
  properties: { from: { $ref: '#/$defs/place' }, to: { $ref: '#/$defs/place' } },
  oneOf: [{ required: ['from'] }, { required: ['to'] }],
  $defs: { place: { type: 'string', minLength: 2 } },
};

it('shows models the schema of the server', () => {
  expect(z.toJSONSchema(inputSchemas()(schema), { io: 'input' })).toMatchObject(schema);
});

it('checks arguments as JSON Schema says, and leaves them as they are', () => {
  const input = inputSchemas()(schema);
  expect(input.parse({ from: 'Rome', other: 1 })).toEqual({ from: 'Rome', other: 1 });
  expect(input.safeParse({ from: 'R' }).success).toBe(false);
  expect(input.safeParse({ from: 'Rome', to: 'Oslo' }).success).toBe(false);
  expect(input.safeParse('Rome').success).toBe(false);
});

it('lets any object pass where the schema cannot be compiled', () => {
  const input = inputSchemas()({ type: 'object', properties: { code: { $ref: '#/nowhere' } } });
  expect(input.safeParse({ code: 7 }).success).toBe(true);
  expect(input.safeParse([]).success).toBe(false);
});

it('takes schemas of the same id', () => {
  const schemaOf = inputSchemas();
  for (const type of ['string', 'number']) {
    const input = schemaOf({ $id: 'urn:same', type: 'object', properties: { a: { type } } });
    expect(input.safeParse({ a: 'x' }).success).toBe(type === 'string');
    expect(z.toJSONSchema(input)).toMatchObject({ properties: { a: { type } } });
  }
});

it('does not run a regular expression of the server’s', () => {
  const input = inputSchemas()({
    type: 'object',
    properties: { code: { type: 'string', pattern: '^(a+)+$' } },
  });
  expect(input.safeParse({ code: `${'a'.repeat(40)}!` }).success).toBe(true);
  expect(input.safeParse({ code: 7 }).success).toBe(false);
});
