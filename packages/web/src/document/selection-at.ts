import { JsonPlaces } from './json-place.ts';
import type { Selection } from './selection.ts';

/** The node or edge whose JSON is at this place of the text. */
export function selectionAt(text: string, at: number): Selection | undefined {
  const places = new JsonPlaces(text);
  for (const [list, type] of [
    ['nodes', 'node'],
    ['edges', 'edge'],
  ] as const) {
    const index = places.entries([list]).findIndex(({ value }) => value.from <= at && at <= value.to);
    if (index >= 0) return { type, index };
  }
  return undefined;
}
