// The ways by which the cycle rule ends a run: an agent takes the same decision again and again, and nothing new comes
// of it. Every other way that is explored takes it that each decision differs from those before.
import { wayOutAtLimit } from '../arrival.ts';
import { configOf } from '../kinds/kinds.ts';
import { advance, type Passage } from './advance.ts';
import type { Position, Simulated } from './position.ts';
import { type Circle, type RouteGraph, type Step, wayTo } from './route-graph.ts';

/** The third time is one too many. What tools and people say is new the first time round. */
const ROUNDS = 2;
const MOST_SEARCHED = 3_000;

type Explored = Pick<RouteGraph, 'positions' | 'steps' | 'foundBy'>;

/** One for each agent and the agent before it, where there is one within the limits. */
export function* findCircles(simulated: Simulated, graph: Explored): Generator<Circle> {
  const seen = new Set<string>();
  for (const [number, position] of graph.positions.entries()) {
    const key = `${position.at}\n${position.caller}`;
    if (seen.has(key) || !decides(simulated, position.at)) continue;
    seen.add(key);
    const round = roundFrom(graph, number, position);
    const circle = round && circleOf(simulated, wayTo(graph.foundBy, number), position, round);
    if (circle) yield circle;
  }
}

/** A coordinator watches over the agents that return to it. */
function decides({ view }: Simulated, at: string): boolean {
  const here = view.nodesById.get(at);
  return here?.kind?.type === 'AGENT' && configOf('AGENT', here.node).returnLabel === undefined;
}

/** The shortest way from a position to one at the same node, coming from the same agent. */
function roundFrom(
  { positions, steps }: Explored,
  start: number,
  { at, caller }: Position,
): Step[] | undefined {
  const foundBy = new Map<number, Step | undefined>([[start, undefined]]);
  for (const from of foundBy.keys()) {
    if (foundBy.size > MOST_SEARCHED) return undefined;
    for (const step of steps[from] ?? []) {
      const to = positions[step.to];
      if (!to || foundBy.has(step.to)) continue;
      foundBy.set(step.to, step);
      if (to.at !== at || to.caller !== caller || step.passage.limit) continue;
      const round: Step[] = [];
      for (let back: Step | undefined = step; back; back = foundBy.get(back.from)) round.unshift(back);
      return round;
    }
  }
  return undefined;
}

function circleOf(
  simulated: Simulated,
  way: readonly Passage[],
  start: Position,
  round: readonly Step[],
): Circle | undefined {
  const brings = round.some(({ passage: { move } }) => move.runs || move.personAnswered || move.says);
  const walked = [...way];
  let position = start;
  for (let rounds = brings ? ROUNDS + 1 : ROUNDS; rounds > 0; rounds -= 1) {
    for (const { passage } of round) {
      const next = advance(simulated, position, passage.move);
      if (next.limit || !next.to || next.to.at !== passage.to?.at) return undefined;
      walked.push(next);
      position = next.to;
    }
  }
  const [first] = round;
  if (!first || isNoticedElsewhere(simulated, walked, start.at)) return undefined;
  const last = advance(simulated, position, first.passage.move);
  if (last.to === null) return undefined;
  const wayOut = wayOutAtLimit(simulated.view, position.at);
  const to = wayOut === null ? null : { ...last.to, at: wayOut };
  return [...walked, { ...last, rule: 'cycle', label: null, edge: undefined, limit: 'cycle', to }];
}

/** Words alone, or the end, are the same decision each time: an agent that does nothing else is noticed before. */
function isNoticedElsewhere(simulated: Simulated, walked: readonly Passage[], at: string): boolean {
  const spoken = walked.filter(
    ({ from, move }) =>
      (move.deed === 'says' || move.deed === 'ends') && from !== at && decides(simulated, from),
  );
  const times = Map.groupBy(spoken, ({ from }) => from);
  return [...times.values()].some((same) => same.length > ROUNDS);
}
