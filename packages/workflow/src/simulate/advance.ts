// One visit, as the engine makes it: count, route, and see whether a limit stands in the way.
import { CadenceError, type LimitName, type NodeView, type RouteRule } from '@cadence-agents/contracts';
import { arriveAt, limitOnArrival, wayOutAtLimit } from '../arrival.ts';
import { chooseRoute } from '../choose-route.ts';
import type { Move } from './move.ts';
import { noCounters, type Position, type Simulated } from './position.ts';

/** Where a move leads. */
export interface Passage {
  readonly from: string;
  readonly move: Move;
  /** What the receipt says; `failed` where no edge serves the label, and the run fails. */
  readonly rule: RouteRule | 'failed';
  readonly label: string | null;
  /** The edge that is taken, if one is. */
  readonly edge: string | undefined;
  readonly limit: LimitName | undefined;
  /** About to visit the next node; `null` at the end. */
  readonly to: Position | null;
  /** Whether the user has words when the run ends here. */
  readonly answered: boolean;
}

/** The position with its visit counted. */
export const visiting = (position: Position): Position => ({
  ...position,
  counters: { ...position.counters, steps: position.counters.steps + 1 },
});

export function advance({ view, limits }: Simulated, before: Position, move: Move): Passage {
  const position = visiting(
    move.personAnswered ? { ...before, counters: noCounters, lastHopTo: null } : before,
  );
  const here = view.nodesById.get(before.at);
  const moved = after(position, move);
  const told = { from: before.at, move, label: move.label, answered: moved.answered };
  const route = choose(view, before.at, move, moved.caller);
  if (!route || !here) return { ...told, rule: 'failed', edge: undefined, limit: undefined, to: null };
  const { rule, to } = route;
  const edge = edgeTaken(here, rule, move.label);
  if (to === null) return { ...told, rule, edge, limit: undefined, to: null };
  const arrival = arriveAt(view, moved, before.at, to, move.calls?.length ?? 0);
  const limit = limitOnArrival(arrival, limits);
  if (limit === undefined) {
    const { counters, lastHopTo } = arrival;
    return { ...told, rule, edge, limit, to: { ...moved, at: to, counters, lastHopTo } };
  }
  const way = wayOutAtLimit(view, before.at);
  return {
    ...told,
    rule: 'limit',
    label: null,
    edge: undefined,
    limit,
    to: way === null ? null : { ...moved, at: way },
  };
}

/** What a visit leaves behind, before it is known where it leads. */
function after(position: Position, move: Move): Position {
  return {
    ...position,
    caller: move.callerIsHere ? position.at : position.caller,
    pending: move.calls ?? (move.settles ? [] : position.pending),
    goto: move.goto === undefined ? position.goto : move.goto,
    plan: move.plan === undefined ? position.plan : move.plan,
    replans: move.replans ?? position.replans,
    answered: move.says === true || (position.answered && !move.unsays),
  };
}

function choose(view: Simulated['view'], nodeId: string, { label }: Move, callerNodeId: string | null) {
  try {
    return chooseRoute(view, nodeId, { label, callerNodeId });
  } catch (error) {
    if (CadenceError.is(error) && error.code === 'WORKFLOW_NO_ROUTE') return undefined;
    throw error;
  }
}

/** The end of a node that always ends can be chosen by its label too. */
export function edgeTaken(
  { conditional, always }: NodeView,
  rule: RouteRule,
  label: string | null,
): string | undefined {
  if (rule === 'label') return (conditional.get(label ?? '') ?? always)?.id;
  return rule === 'always' ? always?.id : undefined;
}
