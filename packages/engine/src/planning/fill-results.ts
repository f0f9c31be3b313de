// `{{id}}` and `{{id.field}}` in the arguments of a planned call stand for the result of another one.
import { fieldOf, type JsonObject, type JsonValue, listOf, parseJson } from '@cadence/contracts';

const placeholder = /\{\{\s*([\w-]+)((?:\.[\w-]+)*)\s*\}\}/g;
const placeholderAlone = /^\s*\{\{\s*([\w-]+)((?:\.[\w-]+)*)\s*\}\}\s*$/;

/** The calls whose results the arguments use. */
export function idsIn(args: JsonValue): Set<string> {
  if (typeof args === 'string')
    return new Set([...args.matchAll(placeholder)].flatMap(([, id]) => (id === undefined ? [] : [id])));
  if (typeof args !== 'object' || args === null) return new Set();
  return new Set(Object.values(args).flatMap((value) => [...idsIn(value)]));
}

/**
 * The arguments with results filled in as text. With `asValues`, a placeholder that stands alone becomes the JSON value
 * of the result.
 */
export function fillResults(
  args: JsonObject,
  resultOf: (id: string) => string,
  { asValues = false } = {},
): JsonObject {
  const lookUp = (id: string, path: string): JsonValue => {
    const result = resultOf(id);
    if (path === '') return result;
    const found = atPath(parseJson(result), path.slice(1).split('.'));
    return found ?? result;
  };
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') {
      const [, id, path = ''] = (asValues && placeholderAlone.exec(value)) || [];
      if (id !== undefined) return asValue(lookUp(id, path));
      return value.replaceAll(placeholder, (_, each: string, way: string) => asText(lookUp(each, way)));
    }
    if (Array.isArray(value)) return value.map(fill);
    return typeof value === 'object' && value !== null ? fillObject(value) : value;
  };
  const fillObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, fill(value)]));
  return fillObject(args);
}

function atPath(value: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  return steps.reduce(
    (at, step) => (Array.isArray(at) ? listOf(at)[Number(step)] : fieldOf(at, step)),
    value,
  );
}

const asText = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));

const asValue = (value: JsonValue) => (typeof value === 'string' ? (parseJson(value) ?? value) : value);
