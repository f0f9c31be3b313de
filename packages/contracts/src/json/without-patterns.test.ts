import { expect, it } from 'vitest';
import { withoutPatterns } from './without-patterns.ts';

it('drops patterns at any depth, and what depends on them', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', pattern: '(a+)+$' }, pattern: { type: 'string' } },
    anyOf: [{ patternProperties: { '(a+)+$': {} }, additionalProperties: false, required: ['a'] }],
    additionalProperties: false,
  };
  expect(withoutPatterns(schema)).toEqual({
    type: 'object',
    properties: { a: { type: 'string' }, pattern: { type: 'string' } },
    anyOf: [{ required: ['a'] }],
    additionalProperties: false,
  });
});

it('leaves data alone', () => {
  const schema = { const: { pattern: 'x' }, enum: [{ pattern: 'x' }], default: { pattern: 'x' } };
  expect(withoutPatterns(schema)).toEqual(schema);
});
