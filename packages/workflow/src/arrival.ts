// What going on to a node costs, and which limit stands in the way: the same for the engine and for the simulation.
import type { DefinitionView, LimitName, ResolvedLimits, RunCounters } from '@cadence-agents/contracts';
import { countRoute, toolHopsOf } from './count-route.ts';

/** What a run has used up, and where its last hop led. */
export interface Spent {
  readonly counters: RunCounters;
  readonly lastHopTo: string | null;
}

export interface Arrival extends Spent {
  readonly hopped: boolean;
}

/** What a run has used up on its arrival at a node, before the visit; `toolCalls` are those that wait there. */
export function arriveAt(
  view: DefinitionView,
  { counters, lastHopTo }: Spent,
  from: string,
  to: string,
  toolCalls: number,
): Arrival {
  const { agentHops, sameAgentRoutes } = counters;
  const count = countRoute(view, { agentHops, sameAgentRoutes, lastHopTo }, from, to);
  const toolHops = view.nodesById.get(to)?.kind?.family === 'tools' ? toolHopsOf(toolCalls) : 0;
  return {
    hopped: count.agentHops > agentHops,
    lastHopTo: count.lastHopTo,
    counters: {
      ...counters,
      agentHops: count.agentHops,
      sameAgentRoutes: count.sameAgentRoutes,
      toolHops: counters.toolHops + toolHops,
    },
  };
}

/** The first limit that these counters exceed; a limit of N permits N. */
export function exceededLimit(counters: RunCounters, limits: ResolvedLimits): LimitName | undefined {
  if (limits.maxAgentHops !== null && counters.agentHops > limits.maxAgentHops) return 'maxAgentHops';
  if (limits.maxToolHops !== null && counters.toolHops > limits.maxToolHops) return 'maxToolHops';
  if (limits.maxSameAgentRoutes !== null && counters.sameAgentRoutes > limits.maxSameAgentRoutes) {
    return 'maxSameAgentRoutes';
  }
  if (limits.maxSteps !== null && counters.steps > limits.maxSteps) return 'maxSteps';
  if (limits.maxTokens !== null && counters.tokens > limits.maxTokens) return 'maxTokens';
  return undefined;
}

/** The limit that the visit after an arrival would exceed: it is one step more. */
export function limitOnArrival({ counters }: Spent, limits: ResolvedLimits): LimitName | undefined {
  return exceededLimit({ ...counters, steps: counters.steps + 1 }, limits);
}

/** The limit that a coordinator would exceed by sending off the agent at a node. */
export function limitOfSending(
  { counters, lastHopTo }: Spent,
  nodeId: string,
  limits: ResolvedLimits,
): LimitName | undefined {
  return exceededLimit(
    {
      ...counters,
      agentHops: counters.agentHops + 1,
      sameAgentRoutes: lastHopTo === nodeId ? counters.sameAgentRoutes + 1 : 1,
    },
    limits,
  );
}

/** Where a run goes that hits a limit at a node: to the node that serves limits, else to the end. */
export function wayOutAtLimit(view: DefinitionView, nodeId: string): string | null {
  const limitNode = view.limitNode();
  return limitNode && limitNode.id !== nodeId ? limitNode.id : null;
}
