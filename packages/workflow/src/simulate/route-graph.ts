// What was explored: positions by their numbers, and how each leads to others.
import type { Passage } from './advance.ts';
import type { Position } from './position.ts';

/** A passage between two positions by their numbers. */
export interface Step {
  readonly passage: Passage;
  readonly from: number;
  readonly to: number;
}

/** In place of a number, where a run ends. */
export const END = -1;

/** A way from the start, whose last passage is the one that the cycle rule takes. */
export type Circle = readonly Passage[];

export interface RouteGraph {
  readonly positions: readonly Position[];
  /** What can happen at each position. */
  readonly steps: readonly (readonly Step[])[];
  /** How each position was found: by a step, at the end of a circle, or as the first. */
  readonly foundBy: readonly (Step | Circle | undefined)[];
  /** The ways by which the cycle rule ends what goes round, with where each leads. */
  readonly circles: readonly { readonly circle: Circle; readonly to: number }[];
  /** False when there was more than was looked at. */
  readonly complete: boolean;
}

/** The shortest way from the start to a position. */
export function wayTo(foundBy: RouteGraph['foundBy'], position: number): Passage[] {
  const way: Passage[] = [];
  let found = foundBy[position];
  while (found !== undefined && 'passage' in found) {
    way.push(found.passage);
    found = foundBy[found.from];
  }
  return [...(found ?? []), ...way.reverse()];
}

/** The shortest way to where something can be done, and the doing of it. */
export function wayThrough({ foundBy }: RouteGraph, { from, passage }: Step): Passage[] {
  return [...wayTo(foundBy, from), passage];
}
