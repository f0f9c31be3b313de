import type { DefinitionView } from '@cadence-agents/contracts';

/** What the limits on agent hops and on repeated routes are compared with. */
export interface RouteCount {
  readonly agentHops: number;
  /** Agent hops in a row that led to the same node. */
  readonly sameAgentRoutes: number;
  readonly lastHopTo: string | null;
}

export const noRoutes: RouteCount = { agentHops: 0, sameAgentRoutes: 0, lastHopTo: null };

/** Whether going from one node to another counts as an agent hop. */
export function isAgentHop(view: DefinitionView, from: string, to: string | null): boolean {
  return (
    to !== null &&
    view.nodesById.get(to)?.kind?.family === 'agent' &&
    view.nodesById.get(from)?.kind?.choosesRoute === true
  );
}

/** The counts after a route; the same object when it costs nothing. */
export function countRoute(
  view: DefinitionView,
  count: RouteCount,
  from: string,
  to: string | null,
): RouteCount {
  if (!isAgentHop(view, from, to))
    return isFinalizing(view, from, to) ? { ...count, sameAgentRoutes: 0, lastHopTo: null } : count;
  return {
    agentHops: count.agentHops + 1,
    sameAgentRoutes: count.lastHopTo === to ? count.sameAgentRoutes + 1 : 1,
    lastHopTo: to,
  };
}

/** A router that goes on to the answer has no agent in mind any more; one that was stopped by a limit has. */
function isFinalizing(view: DefinitionView, from: string, to: string | null): boolean {
  const source = view.nodesById.get(from)?.kind;
  const target = to === null ? undefined : view.nodesById.get(to)?.kind;
  return source?.family === 'router' && target?.family === 'responder' && !target.servesLimits;
}

/** Tool hops a visit to a tools node costs: one a call, and at least one, so that no loop of visits is free. */
export function toolHopsOf(toolCalls: number): number {
  return Math.max(1, toolCalls);
}
