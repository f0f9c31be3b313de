import { fieldOf, isJsonObject, type JsonObject, type JsonValue, listOf } from '@cadence-agents/contracts';

const deepest = 8;

/** A schema without references and choices: of several possibilities the first that is not null. */
export function plainSchema(schema: JsonValue | undefined, root: JsonObject, depth = 0): JsonObject {
  if (!isJsonObject(schema) || depth > deepest) return {};
  const target = typeof schema.$ref === 'string' ? atPointer(root, schema.$ref) : undefined;
  if (target !== undefined) return plainSchema(target, root, depth + 1);
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  const choice = choices.find((each) => fieldOf(each, 'type') !== 'null');
  if (choice !== undefined)
    return { ...schema, anyOf: [], oneOf: [], ...plainSchema(choice, root, depth + 1) };
  return listOf(schema.allOf).reduce<JsonObject>(
    (merged, part) => merge(merged, plainSchema(part, root, depth + 1)),
    schema,
  );
}

export function typeOf(schema: JsonObject): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  const named = listOf(type).find((each) => each !== 'null');
  if (typeof named === 'string') return named;
  return isJsonObject(schema.properties) ? 'object' : 'string';
}

export function propertiesOf(schema: JsonObject): [string, JsonValue][] {
  return isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
}

export function requiredOf(schema: JsonObject): string[] {
  return listOf(schema.required).filter((name) => typeof name === 'string');
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  return {
    ...a,
    ...b,
    properties: { ...objectOf(a.properties), ...objectOf(b.properties) },
    required: [...requiredOf(a), ...requiredOf(b)],
  };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function atPointer(root: JsonObject, pointer: string): JsonValue | undefined {
  if (!pointer.startsWith('#')) return undefined;
  let value: JsonValue | undefined = root;
  for (const step of pointer.split('/').slice(1)) {
    value = fieldOf(value, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return value;
}
