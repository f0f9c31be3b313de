import { describe, expect, it } from 'vitest';
import { fieldsOf, fieldText, keyOf } from './argument-fields.ts';
import { readArguments } from './read-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    to: { type: 'string', minLength: 1, description: 'Who gets it' },
    copies: { type: 'integer', minimum: 1, maximum: 9 },
    express: { type: 'boolean' },
    paper: { enum: ['plain', 'thick'] },
    tags: { type: 'array', items: { type: 'string' } },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    sizes: { type: 'array', items: { type: 'number' } },
  },
  required: ['to', 'note', 'place'],
  additionalProperties: false,
};
const given = { to: 'Ann', copies: 2, note: null, place: { city: 'Oslo' } };
const fields = fieldsOf(schema, given);
const read = (typed: Record<string, string>, args = given) => {
  const { problems, ...rest } = readArguments(fieldsOf(schema, args), args, typed);
  return { ...rest, problems: Object.fromEntries(problems) };
};

describe('a form for arguments', () => {
  it('has a field of its kind for each', () => {
    expect(fields.map((field) => [keyOf(field), field.kind])).toEqual([
      ['to', 'text'],
      ['copies', 'number'],
      ['express', 'boolean'],
      ['paper', 'choice'],
      ['tags', 'lines'],
      ['note', 'text'],
      ['place.city', 'text'],
      ['sizes', 'json'],
    ]);
    expect(fields[0]).toMatchObject({ hint: 'Who gets it', isRequired: true });
    expect(fields.map((field) => fieldText(field, undefined)).join('')).toBe('');
  });

  it('gives the arguments back as they were when nothing was typed', () => {
    expect(read({})).toEqual({ args: given, problems: {} });
  });

  it('reads what was typed, and leaves out what was emptied', () => {
    const typed = {
      copies: '',
      express: 'true',
      paper: 'thick',
      tags: 'a\nb\n',
      note: 'soon',
      'place.city': 'Rome',
      sizes: '[1, 2]',
    };
    expect(read(typed)).toEqual({
      args: {
        to: 'Ann',
        express: true,
        paper: 'thick',
        tags: ['a', 'b'],
        note: 'soon',
        place: { city: 'Rome' },
        sizes: [1, 2],
      },
      problems: {},
    });
  });

  it.each([
    [{ copies: 'many' }, 'copies'],
    [{ copies: '10' }, 'copies'],
    [{ copies: '1.5' }, 'copies'],
    [{ to: '' }, 'to'],
    [{ sizes: '[1, "2"]' }, 'sizes'],
    [{ sizes: '[' }, 'sizes'],
  ])('says what is wrong with %j', (typed: Record<string, string>, key) => {
    expect(Object.keys(read(typed).problems)).toEqual([key]);
  });

  it('says what is wrong with what a model gave', () => {
    const args = { ...given, copies: 0, colour: 'red' };
    expect(Object.keys(read({}, args).problems)).toEqual(['copies', 'colour']);
    const { note: _, ...less } = given;
    expect(readArguments(fields, less, {}).problems.get('note')).toBeDefined();
  });

  it('is one field of JSON where the schema is not known', () => {
    const [all, ...more] = fieldsOf(undefined, given);
    expect([all?.kind, more]).toEqual(['json', []]);
    const whole = fieldsOf(undefined, given);
    expect(readArguments(whole, given, { '': '{ "a": 1 }' }).args).toEqual({ a: 1 });
    expect(readArguments(whole, given, { '': '[1]' }).problems.get('')).toContain('JSON object');
    expect(readArguments(whole, given, { '': '{ a' }).problems.get('')).toContain('not JSON');
  });
});
