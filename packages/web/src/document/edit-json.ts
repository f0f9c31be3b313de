// Edits of a JSON text that touch nothing but what they are about: order, spacing and unknown fields stay.
import type { JsonValue } from '@cadence-agents/contracts';
import { formatInline, formatJson } from './format-json.ts';
import { type JsonPath, JsonPlaces, type Range } from './json-place.ts';

/** Puts a value at a path: in place of the one there, or as a new last field of the object around it. */
export function setValue(text: string, path: JsonPath, value: JsonValue): string {
  const places = new JsonPlaces(text);
  const there = places.find(path);
  if (there) {
    const isWide = text.slice(there.from, there.to).includes('\n');
    const fresh = isWide ? formatJson(value, indentAt(text, there.from)) : formatInline(value);
    return splice(text, there, fresh);
  }
  const name = path.at(-1);
  if (typeof name !== 'string') return text;
  return append(
    text,
    places,
    path.slice(0, -1),
    (indent) => `${JSON.stringify(name)}: ${formatJson(value, indent)}`,
  );
}

/** Adds a value to the end of a list, written like those before it. */
export function appendItem(text: string, list: JsonPath, value: JsonValue): string {
  const places = new JsonPlaces(text);
  const last = places.entries(list).at(-1);
  const isWide = last !== undefined && text.slice(last.value.from, last.value.to).includes('\n');
  return append(text, places, list, (indent) =>
    isWide ? formatJson(value, indent, 0) : formatInline(value),
  );
}

/** Removes an entry of a list or a field of an object, with its comma. */
export function removeAt(text: string, path: JsonPath): string {
  const siblings = new JsonPlaces(text).entries(path.slice(0, -1));
  const at = siblings.findLastIndex((entry) => entry.name === path.at(-1));
  const entry = siblings[at];
  if (entry === undefined) return text;
  const before = siblings[at - 1];
  const after = siblings[at + 1];
  if (after !== undefined) return splice(text, { from: entry.whole.from, to: after.whole.from }, '');
  if (before !== undefined) return splice(text, { from: before.whole.to, to: entry.whole.to }, '');
  return splice(text, blankAround(text, entry.whole), '');
}

function append(text: string, places: JsonPlaces, path: JsonPath, write: (indent: string) => string): string {
  const box = places.find(path);
  if (box === undefined) return text;
  const entries = places.entries(path);
  const last = entries.at(-1);
  if (last === undefined) {
    const outer = indentAt(text, box.from);
    const inner = `${outer}  `;
    return splice(text, { from: box.from + 1, to: box.to - 1 }, `\n${inner}${write(inner)}\n${outer}`);
  }
  const startsLine =
    text.slice(0, last.whole.from).trimEnd().length <= text.lastIndexOf('\n', last.whole.from);
  const indent = indentAt(text, last.whole.from);
  return splice(
    text,
    { from: last.whole.to, to: last.whole.to },
    `,${startsLine ? `\n${indent}` : ' '}${write(indent)}`,
  );
}

/** The blanks at the beginning of the line. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function blankAround(text: string, { from, to }: Range): Range {
  const before = text.slice(0, from).trimEnd().length;
  const after = text.length - text.slice(to).trimStart().length;
  return { from: before, to: after };
}

const splice = (text: string, { from, to }: Range, fresh: string) =>
  text.slice(0, from) + fresh + text.slice(to);
