import type { Passage } from './advance.ts';
import { actsOf, BROKEN, type Monitor, watch } from './monitor.ts';
import { END, type RouteGraph, type Step } from './route-graph.ts';

interface Watched {
  readonly position: number;
  readonly state: number;
  /** How it was found. */
  readonly by: Step | readonly Passage[] | undefined;
  readonly before: Watched | undefined;
}

const SLICE = 5_000;

/** The shortest way by which a run breaks a policy, if there is one among those that were explored. */
export function* findBreak(graph: RouteGraph, monitor: Monitor): Generator<void, Passage[] | undefined> {
  const seen = new Set<string>();
  const queue: Watched[] = [];
  const add = (watched: Watched) => {
    const key = `${watched.position} ${watched.state}`;
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(watched);
  };
  function* search(from: number): Generator<void, Passage[] | undefined> {
    for (let i = from; i < queue.length; i += 1) {
      if (i % SLICE === SLICE - 1) yield;
      const watched = queue[i];
      if (!watched) break;
      for (const step of graph.steps[watched.position] ?? []) {
        const state = watch(monitor, watched.state, actsOf(step.passage));
        const isBroken = state === BROKEN || (step.to === END && monitor.brokenAtEnd(state));
        if (isBroken) return [...wayBy(watched), step.passage];
        if (step.to !== END) add({ position: step.to, state, by: step, before: watched });
      }
    }
    return undefined;
  }
  add({ position: 0, state: 0, by: undefined, before: undefined });
  const found = yield* search(0);
  if (found) return found;
  const searched = queue.length;
  for (const { circle, to } of graph.circles) {
    const state = watch(monitor, 0, circle.flatMap(actsOf));
    if (state === BROKEN || (to === END && monitor.brokenAtEnd(state))) return [...circle];
    if (to !== END) add({ position: to, state, by: circle, before: undefined });
  }
  return yield* search(searched);
}

function wayBy(last: Watched): Passage[] {
  const way: Passage[] = [];
  let watched: Watched | undefined = last;
  while (watched?.by && 'passage' in watched.by) {
    way.unshift(watched.by.passage);
    watched = watched.before;
  }
  const prefix = watched?.by && !('passage' in watched.by) ? watched.by : [];
  return [...prefix, ...way];
}
