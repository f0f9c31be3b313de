import type { JsonPath } from './json-place.ts';
import type { Selection } from './selection.ts';

/** The node or edge that a problem is about. */
export function selectionOf(path: JsonPath): Selection | undefined {
  const [list, index] = path;
  if (typeof index !== 'number') return undefined;
  if (list === 'nodes') return { type: 'node', index };
  return list === 'edges' ? { type: 'edge', index } : undefined;
}
