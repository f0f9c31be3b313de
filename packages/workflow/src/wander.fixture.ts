import {
  type DefinitionView,
  type NodeView,
  resolveLimits,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import * as fc from 'fast-check';
import { chooseRoute } from './choose-route.ts';
import { countRoute, noRoutes, toolHopsOf } from './count-route.ts';
import { viewDefinition } from './view-definition.ts';

/** Makes one choice among so many. */
export type Choose = (count: number) => number;

/** A run as the engine makes it, with every decision left to chance; gives the most steps of any stretch. */
export function wander(definition: WorkflowDefinition, choose: Choose): number {
  const view = viewDefinition(definition);
  const limits = resolveLimits(definition.limits);
  let [most, steps, toolHops] = [0, 0, 0];
  let count = noRoutes;
  let caller: string | null = null;
  let at: string | null = definition.entrypointNodeId;
  for (let visits = 0; at !== null && visits < 300; visits += 1) {
    const here = nodeAt(view, at);
    most = Math.max(most, ++steps);
    const family = here.kind?.family;
    // A person answers, or approves a tool call: the counters start anew, and the node is visited again.
    if (family === 'human' || (family === 'tools' && choose(4) === 0)) {
      [steps, toolHops, count] = [1, 0, noRoutes];
    }
    if (family === 'agent') caller = at;
    const { to } = chooseRoute(view, at, {
      label: pick([...labelsOf(view, here)], choose),
      callerNodeId: caller,
    });
    if (to === null) return most;
    const next = countRoute(view, count, at, to);
    const nextToolHops = toolHops + (nodeAt(view, to).kind?.family === 'tools' ? toolHopsOf(choose(3)) : 0);
    const hit =
      beyond(next.agentHops, limits.maxAgentHops) ||
      beyond(nextToolHops, limits.maxToolHops) ||
      beyond(next.sameAgentRoutes, limits.maxSameAgentRoutes) ||
      beyond(steps + 1, limits.maxSteps);
    if (hit) return view.limitNode() === undefined ? most : Math.max(most, steps + 1);
    [count, toolHops, at] = [next, nextToolHops, to];
  }
  return most;
}

const beyond = (count: number, limit: number | null) => limit !== null && count > limit;

function labelsOf(view: DefinitionView, here: NodeView): ReadonlySet<string | null> {
  const agents = new Map(view.definition.agents?.map((agent) => [agent.id, agent]));
  return here.kind?.labels(view, here.node, agents) ?? new Set();
}

function pick(labels: (string | null)[], choose: Choose): string | null {
  return labels[choose(labels.length)] ?? null;
}

function nodeAt(view: DefinitionView, id: string): NodeView {
  const here = view.nodesById.get(id);
  if (here === undefined) throw new Error(`The run came to "${id}", which is not defined.`);
  return here;
}

export function chanceArbitrary(): fc.Arbitrary<Choose> {
  return fc
    .infiniteStream(fc.nat(999))
    .map((chances) => (count: number) => (chances.next().value ?? 0) % Math.max(1, count));
}
