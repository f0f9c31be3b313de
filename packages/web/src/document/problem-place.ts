import type { JsonPath } from './json-place.ts';
import type { Selection } from './selection.ts';

const segment = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\.([^.[\]]+)/g;

/** The steps of a problem's path, as `$.edges[14].targetNodeId`. */
export function readProblemPath(path: string): JsonPath {
  return [...path.matchAll(segment)].map(([, index, quoted, name]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? (name ?? '') : String(JSON.parse(`"${quoted}"`));
  });
}

/** The node or edge that a problem is about. */
export function selectionOf(path: JsonPath): Selection | undefined {
  const [list, index] = path;
  if (typeof index !== 'number') return undefined;
  if (list === 'nodes') return { type: 'node', index };
  return list === 'edges' ? { type: 'edge', index } : undefined;
}
