import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** What stands in these is data, not a schema. */
const data = new Set(['const', 'enum', 'default', 'examples', 'example']);

/**
 * A JSON Schema of a stranger's, without its regular expressions: validators run them by an engine that backtracks, and
 * one could keep the process busy for ever. What remains takes everything that the whole schema takes.
 */
export function withoutPatterns(schema: JsonObject): JsonObject {
  const open = Object.hasOwn(schema, 'patternProperties');
  const kept = Object.entries(schema).filter(([key, value]) => {
    if (key === 'pattern') return typeof value !== 'string';
    // What is left over depends on the patterns.
    return !(open && ['patternProperties', 'additionalProperties', 'unevaluatedProperties'].includes(key));
  });
  return Object.fromEntries(kept.map(([key, value]) => [key, data.has(key) ? value : stripped(value)]));
}

function stripped(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(stripped);
  return isJsonObject(value) ? withoutPatterns(value) : value;
}
