// Values that fit a JSON Schema: the keywords that tools' schemas use, not the whole language.
import { isJsonObject, type JsonObject, type JsonValue, listOf } from '@cadence-agents/contracts';
import type { RandomChoice } from './random-choice.ts';

// A recursive schema has to stop somewhere.
const deepest = 5;
const words = ['alpha', 'two words', '', 'ünïcode 🎈', '42', '"quoted"', '<b>', 'END'];

const numberOr = (value: JsonValue | undefined, fallback: number) =>
  typeof value === 'number' ? value : fallback;

function randomString(schema: JsonObject, choice: RandomChoice): string {
  const least = numberOr(schema.minLength, 0);
  const most = numberOr(schema.maxLength, Number.POSITIVE_INFINITY);
  const word = choice.pick(words) ?? '';
  return word.padEnd(least, 'x').slice(0, most);
}

function randomNumber(schema: JsonObject, choice: RandomChoice): number {
  const step = schema.type === 'integer' ? 1 : 0.5;
  const above = numberOr(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY);
  const below = numberOr(schema.exclusiveMaximum, Number.POSITIVE_INFINITY);
  const least = Math.max(numberOr(schema.minimum, Number.NEGATIVE_INFINITY), above + step);
  const most = Math.min(numberOr(schema.maximum, Number.POSITIVE_INFINITY), below - step);
  const from = Number.isFinite(least) ? least : Math.min(-100, most - 100);
  const to = Math.min(most, from + 200);
  return Math.min(to, from + choice.whole(0, Math.max(0, Math.floor((to - from) / step))) * step);
}

function randomList(schema: JsonObject, choice: RandomChoice, depth: number): JsonValue[] {
  const least = numberOr(schema.minItems, 0);
  const most = Math.max(least, Math.min(numberOr(schema.maxItems, 3), least + 3));
  const length = depth >= deepest ? least : choice.whole(least, most);
  return Array.from({ length }, () => randomJson(schema.items, choice, depth + 1));
}

/** An object with all the properties a schema requires and some of the others. */
export function randomObject(schema: JsonObject, choice: RandomChoice, depth = 0): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = listOf(schema.required);
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth < deepest && choice.chance(0.5)),
  );
  return Object.fromEntries(chosen.map(([name, part]) => [name, randomJson(part, choice, depth + 1)]));
}

/** A value of the schema; of a schema that says nothing it can follow, a string. */
export function randomJson(schema: JsonValue | undefined, choice: RandomChoice, depth = 0): JsonValue {
  if (!isJsonObject(schema)) return randomString({}, choice);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return choice.pick(schema.enum) ?? null;
  const alternatives = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (alternatives.length > 0) return randomJson(choice.pick(alternatives), choice, depth + 1);
  const type = Array.isArray(schema.type) ? choice.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return randomObject(schema, choice, depth);
    case 'array':
      return randomList(schema, choice, depth);
    case 'integer':
    case 'number':
      return randomNumber({ ...schema, type }, choice);
    case 'boolean':
      return choice.chance(0.5);
    case 'null':
      return null;
    default:
      return isJsonObject(schema.properties)
        ? randomObject(schema, choice, depth)
        : randomString(schema, choice);
  }
}
