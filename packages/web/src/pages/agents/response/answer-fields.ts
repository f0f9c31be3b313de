// The JSON Schema of an answer as a list of fields, as far as that says all of it.
import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';

export const answerTypes = ['string', 'number', 'integer', 'boolean', 'object'] as const;
export type AnswerType = (typeof answerTypes)[number];

export interface AnswerField {
  name: string;
  type: AnswerType;
  isList: boolean;
  isRequired: boolean;
  description: string;
  /** Of a text: what it may be; anything when empty. */
  options: readonly string[];
  /** Of an object. */
  inner: AnswerObject;
}

export interface AnswerObject {
  fields: readonly AnswerField[];
  /** Whether nothing else may be in it. */
  isClosed: boolean;
  /** What else the schema says that binds nobody, as its title. */
  notes: JsonObject;
}

export const noFields: AnswerObject = { fields: [], isClosed: false, notes: {} };
const noteNames = new Set(['$schema', '$id', 'title', 'description', '$comment']);

export const newField = (name: string): AnswerField => ({
  ...{ name, type: 'string', isList: false, isRequired: true, description: '', options: [], inner: noFields },
});

export function schemaOf({ fields, isClosed, notes }: AnswerObject): JsonObject {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    ...notes,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field)])),
    ...(required.length > 0 && { required }),
    ...(isClosed && { additionalProperties: false }),
  };
}

function schemaOfField({ type, isList, description, options, inner }: AnswerField): JsonObject {
  const one: JsonObject =
    type === 'object'
      ? schemaOf(inner)
      : { type, ...(type === 'string' && options.length > 0 && { enum: [...options] }) };
  const whole: JsonObject = isList ? { type: 'array', items: one } : one;
  return description === '' ? whole : { ...whole, description };
}

/** The fields of a schema; nothing where a part of it would be lost. */
export function answerOf(schema: JsonObject): AnswerObject | undefined {
  const read = objectOf(schema, noteNames);
  return isSame(schemaOf(read), schema) ? read : undefined;
}

function objectOf(schema: JsonObject, mayNote: ReadonlySet<string>): AnswerObject {
  const { properties, required, additionalProperties } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  return {
    fields: named.map(([name, given]) => fieldOf(name, isJsonObject(given) ? given : {}, needed.has(name))),
    isClosed: additionalProperties === false,
    notes: Object.fromEntries(Object.entries(schema).filter(([name]) => mayNote.has(name))),
  };
}

function fieldOf(name: string, schema: JsonObject, isRequired: boolean): AnswerField {
  const isList = schema.type === 'array';
  const one = isList && isJsonObject(schema.items) ? schema.items : schema;
  const { description } = schema;
  const { enum: options } = one;
  return {
    name,
    type: answerTypes.find((type) => type === one.type) ?? 'string',
    isList,
    isRequired,
    description: typeof description === 'string' ? description : '',
    options: Array.isArray(options) ? options.filter((option) => typeof option === 'string') : [],
    inner: one.type === 'object' ? objectOf(one, new Set()) : noFields,
  };
}

/** The same but for the order of fields, and of the names that are required. */
function isSame(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: JsonValue, name?: string): JsonValue {
  if (Array.isArray(value)) return name === 'required' ? value.toSorted() : value.map((each) => sorted(each));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each, key)]));
}
