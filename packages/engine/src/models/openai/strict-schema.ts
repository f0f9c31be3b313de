import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';

/** What a schema may say where the provider is to hold the model to it; anything else is answered with a 400. */
const takenKeywords = new Set([
  ...['type', 'title', 'description', 'properties', 'required', 'additionalProperties', 'items', 'anyOf'],
  ...['enum', 'const', 'format', '$defs', '$ref', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);
const takenFormats = new Set<JsonValue | undefined>([
  ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  undefined,
]);
const DEEPEST = 10;

/** Whether the provider takes the schema in strict mode, in which a reply cannot but fit it. */
export function isStrictSchema(schema: JsonObject): boolean {
  return schema.type === 'object' && isStrict(schema, 0);
}

function isStrict(schema: JsonValue, depth: number): boolean {
  if (!isJsonObject(schema) || depth > DEEPEST) return false;
  const { properties = {}, items, anyOf = [], $defs = {}, $ref, format } = schema;
  if (!Object.keys(schema).every((key) => takenKeywords.has(key)) || !takenFormats.has(format)) return false;
  if ($ref !== undefined) return typeof $ref === 'string' && /^#(?:\/\$defs\/[^/]+)?$/.test($ref);
  const saysWhat = ['type', 'anyOf', 'enum', 'const'].some((key) => Object.hasOwn(schema, key));
  const below = [
    ...(items === undefined ? [] : [items]),
    ...valuesOf(anyOf),
    ...valuesOf($defs),
    ...valuesOf(properties),
  ];
  return saysWhat && isClosed(schema) && below.every((each) => isStrict(each, depth + 1));
}

/** An object has every field that it names, and no other. */
function isClosed({ type, properties = {}, required = [], additionalProperties }: JsonObject): boolean {
  if (![type].flat().includes('object')) return true;
  const names = new Set(valuesOf(required));
  return additionalProperties === false && Object.keys(Object(properties)).every((name) => names.has(name));
}

const valuesOf = (value: JsonValue): JsonValue[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
