// From a piece of text to arguments that fit a JSON Schema.
import { type JsonObject, type JsonValue, listOf } from '@cadence-agents/contracts';
import { type Clues, readClues } from '../text/clues.ts';
import { mentions } from '../text/words.ts';
import { plainSchema, propertiesOf, requiredOf, typeOf } from './plain-schema.ts';
import { readStringArgument } from './string-argument.ts';

export interface Arguments {
  args: JsonObject;
  /** Whether the text had everything that is required; otherwise some values are only of the right form. */
  complete: boolean;
}

interface Value {
  value: JsonValue;
  found: boolean;
  /** A value without which the call makes no sense, unlike a choice or a free text. */
  essential: boolean;
}

const deepest = 6;

export function extractArguments(parameters: JsonObject, text: string): Arguments {
  const clues = readClues(text);
  const { value, found } = readObject(plainSchema(parameters, parameters), parameters, clues, 0);
  return { args: value, complete: found };
}

function readObject(schema: JsonObject, root: JsonObject, clues: Clues, depth: number) {
  const required = new Set(requiredOf(schema));
  const properties = propertiesOf(schema);
  const values = new Map<string, JsonValue>();
  let complete = true;
  let textGiven = false;
  // What is required comes first: it has the first claim on numbers.
  const ordered = [...properties].sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)));
  for (const [name, own] of ordered) {
    const read = readValue(name, plainSchema(own, root), root, clues, depth);
    const isRequired = required.has(name);
    // A free text that nobody requires is only worth giving when there is no other.
    const spare = !read.essential && (required.size > 0 || textGiven);
    if (!isRequired && (!read.found || spare)) continue;
    values.set(name, read.value);
    textGiven ||= !read.essential;
    if (isRequired && read.essential && !read.found) complete = false;
  }
  for (const name of required) if (!values.has(name)) values.set(name, clues.topic);
  const value: JsonObject = Object.fromEntries(values);
  return { value, found: complete };
}

function readValue(name: string, schema: JsonObject, root: JsonObject, clues: Clues, depth: number): Value {
  if (schema.const !== undefined) return { value: schema.const, found: true, essential: false };
  const choices = listOf(schema.enum);
  if (choices.length > 0) return readChoice(choices, clues);
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return readNumber(schema, clues);
    case 'boolean':
      return { value: mentions(clues.text, name), found: false, essential: false };
    case 'null':
      return { value: null, found: false, essential: false };
    case 'array':
      return readList(name, schema, root, clues, depth);
    case 'object': {
      if (depth > deepest) return { value: {}, found: false, essential: true };
      return { ...readObject(schema, root, clues, depth + 1), essential: true };
    }
    default:
      return readText(name, schema, clues);
  }
}

function readChoice(choices: JsonValue[], { text }: Clues): Value {
  const mentioned = choices.find((choice) => mentions(text, String(choice)));
  return { value: mentioned ?? choices[0] ?? null, found: mentioned !== undefined, essential: false };
}

function readNumber(schema: JsonObject, clues: Clues): Value {
  const number = clues.numbers.shift();
  const least = numberOr(schema.minimum, numberOr(schema.exclusiveMinimum, -Infinity) + 1);
  const most = numberOr(schema.maximum, numberOr(schema.exclusiveMaximum, Infinity) - 1);
  const given = number ?? numberOr(schema.default, 1);
  const whole = typeOf(schema) === 'integer' ? Math.round(given) : given;
  return { value: Math.min(Math.max(whole, least), most), found: number !== undefined, essential: true };
}

function readList(name: string, schema: JsonObject, root: JsonObject, clues: Clues, depth: number): Value {
  const items = plainSchema(schema.items, root);
  const type = typeOf(items);
  const most = Math.min(numberOr(schema.maxItems, 20), 20);
  if (type === 'number' || type === 'integer') {
    const numbers = clues.numbers.splice(0, most);
    return { value: padded(numbers, schema, 1), found: numbers.length > 0, essential: true };
  }
  if (depth > deepest) return { value: [], found: false, essential: true };
  if (type !== 'string' || listOf(items.enum).length > 0) {
    const item = readValue(name, items, root, clues, depth + 1);
    return { ...item, value: padded(item.found ? [item.value] : [], schema, item.value) };
  }
  const texts = clues.topic
    .split(/\s*,\s*|\s+and\s+/)
    .filter((each) => each !== '')
    .slice(0, most);
  return { value: padded(texts, schema, clues.topic), found: texts.length > 0, essential: false };
}

function padded(list: JsonValue[], schema: JsonObject, filler: JsonValue): JsonValue[] {
  const least = Math.min(numberOr(schema.minItems, 0), 20);
  return list.length >= least
    ? list
    : [...list, ...Array.from({ length: least - list.length }, () => filler)];
}

function readText(name: string, schema: JsonObject, clues: Clues): Value {
  const { value, found, anyText } = readStringArgument(name, schema, clues);
  const given = !found && typeof schema.default === 'string' ? schema.default : value;
  const least = Math.min(numberOr(schema.minLength, 0), 1_000);
  const fitted = given.padEnd(least, '.').slice(0, numberOr(schema.maxLength, Infinity));
  return { value: fitted, found, essential: !anyText };
}

function numberOr(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
