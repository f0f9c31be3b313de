import type { JsonValue } from '@cadence-agents/contracts';

/** Keys and positions that lead to a place in a document. */
export type PathSegments = readonly (string | number)[];

/** A path in the way problems give it, as `$.edges[14].targetNodeId`. */
export function formatPath(segments: PathSegments): string {
  return `$${segments.map(formatSegment).join('')}`;
}

function formatSegment(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return /^[A-Za-z_$][\w$]*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

/** The value at a place, or undefined when the document has no such place. */
export function valueAt(document: JsonValue, segments: PathSegments): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) value = typeof segment === 'number' ? value[segment] : undefined;
    else value = Object.hasOwn(value, segment) ? value[segment] : undefined;
  }
  return value;
}

/** The path of a place, or of what lacks it: problems point only at what is there. */
export function existingPath(document: JsonValue, segments: PathSegments): string {
  let length = segments.length;
  while (length > 0 && valueAt(document, segments.slice(0, length)) === undefined) length -= 1;
  return formatPath(segments.slice(0, length));
}

const writtenSegment = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.([^.[\]]+)/g;

/** The segments of a path as problems give it. */
export function readPath(path: string): PathSegments {
  return [...path.matchAll(writtenSegment)].map(([, index, quoted, name]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (name ?? '') : String(JSON.parse(quoted));
  });
}
