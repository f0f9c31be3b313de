import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AnswerField, answerOf, answerTypes, noFields, schemaOf } from './answer-fields.ts';

const word = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text !== '__proto__');
const { object } = fc.letrec<{ object: typeof noFields; field: AnswerField }>((tie) => ({
  object: fc.record({
    fields: fc.uniqueArray(tie('field'), { maxLength: 4, selector: ({ name }) => name }),
    isClosed: fc.boolean(),
    notes: fc.constant({}),
  }),
  field: fc
    .record({
      name: word,
      type: fc.constantFrom(...answerTypes),
      isList: fc.boolean(),
      isRequired: fc.boolean(),
      description: fc.string(),
      options: fc.uniqueArray(word, { maxLength: 3 }),
      inner: fc.oneof({ maxDepth: 3 }, fc.constant(noFields), tie('object')),
    })
    .map((field) => ({
      ...field,
      options: field.type === 'string' ? field.options : [],
      inner: field.type === 'object' ? field.inner : noFields,
    })),
}));

/** Keys that are numbers come first in any object of JavaScript. */
const byName = ({ fields, ...rest }: typeof noFields): unknown => ({
  ...rest,
  fields: fields
    .map((field) => ({ ...field, inner: byName(field.inner) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
});

it('reads the fields that it wrote, whatever they are', () => {
  fc.assert(
    fc.property(object, (answer) => {
      const read = answerOf(schemaOf(answer));
      expect(read && byName(read)).toEqual(byName(answer));
    }),
  );
});

it('keeps what binds nobody', () => {
  const schema = { $schema: 'x', title: 'T', type: 'object', properties: { a: { type: 'string' } } };
  const read = answerOf(schema);
  expect(read && schemaOf(read)).toEqual(schema);
});

it.each([
  ['another type', { type: 'string' }],
  ['a bound of a text', { type: 'object', properties: { a: { type: 'string', minLength: 2 } } }],
  ['a choice of schemas', { type: 'object', properties: { a: { anyOf: [{ type: 'string' }] } } }],
  ['several types', { type: 'object', properties: { a: { type: ['string', 'null'] } } }],
  ['a list of lists', { type: 'object', properties: { a: { type: 'array', items: { type: 'array' } } } }],
  ['numbers to choose from', { type: 'object', properties: { a: { type: 'number', enum: [1, 2] } } }],
  ['a reference', { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: {} }],
  ['a name that is required but not there', { type: 'object', properties: {}, required: ['a'] }],
])('leaves to the JSON what it cannot show: %s', (_, schema) => {
  expect(answerOf(schema)).toBeUndefined();
});
