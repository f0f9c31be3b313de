import { type JsonValue, parseJson } from './json.ts';

// Beside an empty list these only say how it came about.
const remarks = new Set(['message', 'note', 'query', 'count', 'total', 'status']);

/** Whether a tool found nothing: no text, `null`, `[]`, `{}`, or an object with nothing but empty parts. */
export function isEmptyResult(text: string): boolean {
  if (text.trim() === '') return true;
  const value = parseJson(text);
  return value !== undefined && isEmpty(value);
}

function isEmpty(value: JsonValue): boolean {
  if (value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isEmpty);
  const entries = Object.entries(value);
  const content = entries.filter(([name]) => !remarks.has(name));
  // With remarks alone, they are the result.
  return content.length === 0 ? entries.length === 0 : content.every(([, part]) => isEmpty(part));
}
