// `{{id}}` and `{{id.field}}` in the arguments of a planned call stand for the result of another one.
import {
  CadenceError,
  fieldOf,
  type JsonObject,
  type JsonValue,
  listOf,
  parseJson,
} from '@cadence-agents/contracts';

const placeholder = /\{\{\s*([\w-]+)((?:\.[\w-]+)*)\s*\}\}/g;
const placeholderAlone = /^\s*\{\{\s*([\w-]+)((?:\.[\w-]+)*)\s*\}\}\s*$/;

/** The calls whose results the arguments use. */
export function idsIn(args: JsonValue): Set<string> {
  if (typeof args === 'string')
    return new Set([...args.matchAll(placeholder)].flatMap(([, id]) => (id === undefined ? [] : [id])));
  if (typeof args !== 'object' || args === null) return new Set();
  return new Set(Object.values(args).flatMap((value) => [...idsIn(value)]));
}

/** What the results may come to in the arguments of one call. A plan of a few lines could ask for gigabytes. */
const MOST_FILLED_CHARS = 200_000;

/**
 * The arguments with results filled in as text. With `asValues`, a placeholder that stands alone becomes the JSON value
 * of the result. Throws `INPUT_INVALID` when that comes to too much.
 */
export function fillResults(
  args: JsonObject,
  resultOf: (id: string) => string,
  { asValues = false } = {},
): JsonObject {
  const lookUp = resultReader(resultOf);
  let left = MOST_FILLED_CHARS;
  const spend = (text: string): string => {
    left -= text.length;
    if (left < 0) throw tooLong();
    return text;
  };
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') {
      const [, id, path = ''] = (asValues && placeholderAlone.exec(value)) || [];
      if (id !== undefined) {
        const found = lookUp(id, path);
        spend(asText(found));
        return asValue(found);
      }
      return value.replaceAll(placeholder, (_, each: string, way: string) =>
        spend(asText(lookUp(each, way))),
      );
    }
    if (Array.isArray(value)) return value.map(fill);
    return typeof value === 'object' && value !== null ? fillObject(value) : value;
  };
  const fillObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, fill(value)]));
  return fillObject(args);
}

/** Finds what a placeholder stands for; each result is parsed once. */
function resultReader(resultOf: (id: string) => string): (id: string, path: string) => JsonValue {
  const parsed = new Map<string, JsonValue | undefined>();
  return (id, path) => {
    const result = resultOf(id);
    if (path === '') return result;
    if (!parsed.has(id)) parsed.set(id, parseJson(result));
    return atPath(parsed.get(id), path.slice(1).split('.')) ?? result;
  };
}

const tooLong = () =>
  new CadenceError(
    'INPUT_INVALID',
    `With the results filled in, the arguments have more than ${MOST_FILLED_CHARS} characters.`,
    { hint: 'Refer to a field of the result, as {{id.field}}, or to fewer results.' },
  );

function atPath(value: JsonValue | undefined, steps: readonly string[]): JsonValue | undefined {
  return steps.reduce(
    (at, step) => (Array.isArray(at) ? listOf(at)[Number(step)] : fieldOf(at, step)),
    value,
  );
}

const asText = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));

const asValue = (value: JsonValue) => (typeof value === 'string' ? (parseJson(value) ?? value) : value);
