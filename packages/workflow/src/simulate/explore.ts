// Every position that a run can be in, breadth first, so that the first way found to each is the shortest.
import { advance, visiting } from './advance.ts';
import { findCircles } from './circles.ts';
import { forgetful } from './forgetful.ts';
import { movesAt } from './moves.ts';
import { keyOf, type Position, type Simulated, startAt } from './position.ts';
import { type Circle, END, type RouteGraph, type Step } from './route-graph.ts';

const SLICE = 500;

/** Explores in slices: whoever calls it may let others have their turn between two of them. */
export function* explore(simulated: Simulated, mostPositions: number): Generator<void, RouteGraph> {
  const forget = forgetful(simulated);
  const positions: Position[] = [];
  const steps: Step[][] = [];
  const foundBy: (Step | Circle | undefined)[] = [];
  const numbers = new Map<string, number>();
  let complete = true;
  const numberOf = (position: Position | null): number | undefined => {
    if (position === null) return END;
    const kept = forget(position);
    const key = keyOf(kept);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (positions.length >= mostPositions) {
      complete = false;
      return undefined;
    }
    numbers.set(key, positions.length);
    foundBy.push(undefined);
    return positions.push(kept) - 1;
  };
  function* exploreOn(): Generator<void> {
    for (let from = steps.length; from < positions.length; from += 1) {
      if (from % SLICE === SLICE - 1) yield;
      const position = positions[from] ?? startAt('');
      const here = simulated.view.nodesById.get(position.at);
      const found: Step[] = [];
      for (const move of here ? movesAt(simulated, here, visiting(position)) : []) {
        const passage = advance(simulated, position, move);
        const before = positions.length;
        const to = numberOf(passage.to);
        if (to === undefined) continue;
        const step = { passage, from, to };
        found.push(step);
        if (to >= before) foundBy[to] = step;
      }
      steps.push(found);
    }
  }
  numberOf(startAt(simulated.view.definition.entrypointNodeId));
  yield* exploreOn();
  const circles: { circle: Circle; to: number }[] = [];
  for (const circle of findCircles(simulated, { positions, steps, foundBy })) {
    yield;
    const before = positions.length;
    const to = numberOf(circle.at(-1)?.to ?? null);
    if (to === undefined) continue;
    circles.push({ circle, to });
    if (to >= before) foundBy[to] = circle;
  }
  yield* exploreOn();
  return { positions, steps, foundBy, circles, complete };
}
