import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';
import { inboxTexts } from './inbox-texts.ts';

const words = inboxTexts.wrong;

/**
 * What is wrong with a value by the JSON Schema it is held to, as far as the page can tell: patterns and references are
 * left to the server.
 */
export function checkValue(schema: JsonObject, value: JsonValue): string | undefined {
  if (isJsonObject(schema.not) && Object.keys(schema.not).length === 0) return words.unknown;
  if (!isOfType(schema.type, value)) return words.type([schema.type].flat().map(String));
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isSame(one, value)))
    return words.choice(schema.enum.map(String));
  if (schema.const !== undefined && !isSame(schema.const, value)) return words.choice([String(schema.const)]);
  if (typeof value === 'number') return checkNumber(schema, value);
  if (typeof value === 'string')
    return checkLength(schema.minLength, schema.maxLength, [...value].length, words);
  if (Array.isArray(value)) return checkItems(schema, value);
  return isJsonObject(value) ? checkObject(schema, value) : undefined;
}

const isSame = (one: JsonValue, other: JsonValue) => JSON.stringify(one) === JSON.stringify(other);

function isOfType(type: JsonValue | undefined, value: JsonValue): boolean {
  if (type === undefined) return true;
  if (Array.isArray(type)) return type.some((one) => isOfType(one, value));
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  return typeof value === type;
}

function checkNumber(schema: JsonObject, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum) return words.least(minimum);
  if (typeof maximum === 'number' && value > maximum) return words.most(maximum);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return words.more(exclusiveMinimum);
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return words.less(exclusiveMaximum);
  if (typeof multipleOf === 'number' && !Number.isInteger(value / multipleOf))
    return words.multiple(multipleOf);
  return undefined;
}

function checkLength(
  least: JsonValue | undefined,
  most: JsonValue | undefined,
  length: number,
  { short, long }: { short: (length: number) => string; long: (length: number) => string },
): string | undefined {
  if (typeof least === 'number' && length < least) return short(least);
  return typeof most === 'number' && length > most ? long(most) : undefined;
}

function checkItems(
  { items, minItems, maxItems }: JsonObject,
  value: readonly JsonValue[],
): string | undefined {
  const count = checkLength(minItems, maxItems, value.length, { short: words.few, long: words.many });
  if (count !== undefined || !isJsonObject(items)) return count;
  for (const [index, item] of value.entries()) {
    const problem = checkValue(items, item);
    if (problem !== undefined) return words.at(String(index + 1), problem);
  }
  return undefined;
}

function checkObject(
  { properties, required, additionalProperties }: JsonObject,
  value: JsonObject,
): string | undefined {
  const known = isJsonObject(properties) ? properties : {};
  for (const name of Array.isArray(required) ? required : [])
    if (!Object.hasOwn(value, String(name))) return words.at(String(name), words.needed);
  for (const [name, inner] of Object.entries(value)) {
    const schema = Object.hasOwn(known, name) ? known[name] : additionalProperties;
    const problem =
      schema === false ? words.unknown : isJsonObject(schema) ? checkValue(schema, inner) : undefined;
    if (problem !== undefined) return words.at(name, problem);
  }
  return undefined;
}
