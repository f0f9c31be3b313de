import type { JsonValue } from '@cadence-agents/contracts';

const WIDTH = 76;

/** A definition as text, without what JSON has no word for. */
export const formatDefinition = (definition: unknown): string =>
  formatJson(JSON.parse(JSON.stringify(definition ?? null)));

/** JSON for people: what fits on a line and is not the outermost value stands on one. */
export function formatJson(value: JsonValue, indent = '', width = WIDTH): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inline = formatInline(value);
  if (indent !== '' && !isTable(value) && indent.length + inline.length <= width) return inline;
  return formatWide(value, indent, width);
}

/** A list of objects reads best with one on a line. */
const isTable = (value: JsonValue) =>
  Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);

function formatWide(
  value: JsonValue[] | { [key: string]: JsonValue },
  indent: string,
  width: number,
): string {
  const inner = `${indent}  `;
  // Below the outermost ones, lists and objects are wide only where they do not fit.
  const nested = (item: JsonValue) => formatJson(item, inner, width === 0 ? WIDTH : width);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map(nested)
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${nested(item)}`);
  if (entries.length === 0) return isList ? '[]' : '{}';
  const lines = entries.map((entry) => inner + entry).join(',\n');
  return isList ? `[\n${lines}\n${indent}]` : `{\n${lines}\n${indent}}`;
}

/** On one line, with spaces as people write them. */
export function formatInline(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(formatInline).join(', ')}]`;
  const fields = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${formatInline(item)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
