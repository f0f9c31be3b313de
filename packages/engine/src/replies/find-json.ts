import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@cadence/contracts';
import { withoutThinking } from './thinking.ts';

/** A reply with more brackets than these before its JSON is not worth searching on. */
const MOST_ATTEMPTS = 20;

/**
 * The JSON that a model replied with: alone, in a Markdown fence, or somewhere in prose, with commas too many, or as
 * text inside a JSON string. `undefined` when there is none.
 */
export function findJson(content: string): JsonValue | undefined {
  const text = withoutThinking(content).trim();
  const whole = parseLoosely(text);
  if (whole !== undefined) return whole;
  for (const [, fenced = ''] of text.matchAll(/```[\w-]*\n?([\s\S]*?)```/g)) {
    const value = parseLoosely(fenced.trim());
    if (value !== undefined) return value;
  }
  return inProse(text);
}

/** The arguments of a call that were not sent as a JSON object, if they stand for one. */
export function findJsonObject(content: string): JsonObject | undefined {
  const value = findJson(content);
  return isJsonObject(value) ? value : undefined;
}

function parseLoosely(text: string): JsonValue | undefined {
  const value = parseJson(text) ?? parseJson(withoutSpareCommas(text));
  if (typeof value !== 'string') return value;
  const inside = parseJson(value);
  return typeof inside === 'object' && inside !== null ? inside : value;
}

/** The first object: prose has lists of its own, as in [1]. */
function inProse(text: string): JsonValue | undefined {
  let attempts = 0;
  for (const { index } of text.matchAll(/\{/g)) {
    attempts += 1;
    if (attempts > MOST_ATTEMPTS) return undefined;
    const end = closingAt(text, index);
    const value = end === undefined ? undefined : parseLoosely(text.slice(index, end + 1));
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

/** Where the bracket at `start` is closed; texts between quotes are passed over. */
function closingAt(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return start + index;
  }
  return undefined;
}

const withoutSpareCommas = (text: string): string =>
  text.replaceAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|,(?=\s*[}\]])/g, (token) => (token === ',' ? '' : token));
