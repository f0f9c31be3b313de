import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@cadence-agents/contracts';
import { parseRelaxedJson, readRelaxedJson } from './relaxed-json.ts';
import { splitThinking } from './thinking.ts';

/** A reply with more brackets than these before its JSON is not worth searching on. */
const MOST_ATTEMPTS = 20;

/**
 * The JSON that a model replied with: alone, in a Markdown fence, or somewhere in prose, as loosely as models write it,
 * or as text inside a JSON string. `undefined` when there is none.
 */
export function findJson(content: string): JsonValue | undefined {
  const text = splitThinking(content).words.trim();
  const passage = jsonPassages(text).next();
  return passage.done ? inProse(text) : passage.value;
}

/** The arguments of a call that were not sent as a JSON object, if they stand for one. */
export function findJsonObject(content: string): JsonObject | undefined {
  const value = findJson(content);
  return isJsonObject(value) ? value : undefined;
}

/** The text as JSON; where it is none, what its Markdown fences hold. */
export function* jsonPassages(text: string): Generator<JsonValue> {
  const whole = parseLoosely(text);
  if (whole !== undefined) {
    yield whole;
    return;
  }
  for (const [, fenced = ''] of text.matchAll(/```[\w-]*\n?([\s\S]*?)```/g)) {
    const value = parseLoosely(fenced);
    if (value !== undefined) yield value;
  }
}

export function parseLoosely(text: string): JsonValue | undefined {
  const value = parseJson(text) ?? parseRelaxedJson(text);
  if (typeof value !== 'string') return value;
  const inside = parseJson(value) ?? parseRelaxedJson(value);
  return typeof inside === 'object' && inside !== null ? inside : value;
}

/** The first object: prose has lists of its own, as in [1]. */
function inProse(text: string): JsonValue | undefined {
  let attempts = 0;
  for (const { index } of text.matchAll(/\{/g)) {
    attempts += 1;
    if (attempts > MOST_ATTEMPTS) return undefined;
    const found = readRelaxedJson(text, index);
    if (found) return found.value;
  }
  return undefined;
}
