// The fields of a form for the arguments of a tool, made from the JSON Schema of its input.
import { isJsonObject, type JsonObject, type JsonValue } from '@cadence-agents/contracts';

export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'lines' | 'json';

export interface ArgumentField {
  /** Where its value stands in the arguments; empty for all of them. */
  path: readonly string[];
  kind: FieldKind;
  schema: JsonObject;
  isRequired: boolean;
  /** Whether nothing may be said by `null`. */
  isNullable: boolean;
  hint: string | undefined;
  /** Of a choice. */
  options: readonly string[];
}

const DEEPEST = 3;

/** One field for each argument; one for all of them where the schema names none. */
export function fieldsOf(schema: unknown, args: JsonObject): ArgumentField[] {
  const fields = isJsonObject(schema) ? fieldsIn(schema, args, []) : [];
  return fields.length > 0 ? fields : [fieldAt([], {}, true)];
}

function fieldsIn(
  schema: JsonObject,
  given: JsonValue | undefined,
  path: readonly string[],
): ArgumentField[] {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  const values = isJsonObject(given) ? given : {};
  const named = Object.entries(properties).flatMap(([name, sub]) => {
    const at = [...path, name];
    const of = isJsonObject(sub) ? sub : {};
    const isNeeded = needed.has(name);
    const inner = isNeeded && at.length < DEEPEST ? fieldsIn(of, values[name], at) : [];
    return inner.length > 0 ? inner : [fieldAt(at, of, isNeeded)];
  });
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(properties, name));
  const others = isJsonObject(schema.additionalProperties) ? schema.additionalProperties : {};
  const refused = schema.additionalProperties === false ? { not: {} } : others;
  return [...named, ...unknown.map((name) => fieldAt([...path, name], refused, false))];
}

function fieldAt(path: readonly string[], given: JsonObject, isRequired: boolean): ArgumentField {
  const { schema, isNullable } = withoutNull(given);
  const options = optionsOf(schema);
  const { description = given.description } = schema;
  return {
    path,
    kind: options.length > 0 ? 'choice' : kindOf(schema),
    schema,
    isRequired,
    isNullable,
    hint: typeof description === 'string' ? description : undefined,
    options,
  };
}

function withoutNull(schema: JsonObject): { schema: JsonObject; isNullable: boolean } {
  const { type, anyOf } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const [only, ...more] = type.filter((each) => each !== 'null');
    if (only !== undefined && more.length === 0)
      return { schema: { ...schema, type: only }, isNullable: true };
  }
  if (Array.isArray(anyOf)) {
    const some = anyOf.filter((each) => !isJsonObject(each) || each.type !== 'null');
    const [only] = some;
    if (some.length === 1 && anyOf.length === 2 && isJsonObject(only))
      return { schema: only, isNullable: true };
  }
  return { schema, isNullable: false };
}

function optionsOf({ enum: options, const: only }: JsonObject): string[] {
  const values = Array.isArray(options) ? options : only === undefined ? [] : [only];
  return values.every((value) => typeof value === 'string' && value !== '') ? values.map(String) : [];
}

function kindOf({ type, items }: JsonObject): FieldKind {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  const isLines = type === 'array' && isJsonObject(items) && items.type === 'string';
  return isLines ? 'lines' : 'json';
}

export const keyOf = ({ path }: Pick<ArgumentField, 'path'>): string => path.join('.');

export function valueAt(args: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    args,
  );
}

/** What stands in the field for a value. */
export function fieldText({ kind }: ArgumentField, value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (kind === 'lines' && Array.isArray(value) && value.every((line) => typeof line === 'string'))
    return value.join('\n');
  if (kind !== 'json' && typeof value !== 'object') return String(value);
  return JSON.stringify(value, null, 2);
}
