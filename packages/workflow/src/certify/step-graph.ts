import type { DefinitionView, ResolvedLimits } from '@cadence-agents/contracts';
import { isAgentHop } from '../count-route.ts';

/** What going along an edge uses up. */
export type Charge = 'free' | 'agentHop' | 'toolHop';

export interface StepEdge {
  readonly to: number;
  readonly charge: Charge;
}

/** Every step that a run can take between two answers of a person, with nodes as numbers. */
export interface StepGraph {
  readonly names: readonly string[];
  readonly edges: readonly (readonly StepEdge[])[];
  /** Where such a stretch can begin. */
  readonly starts: readonly number[];
}

/**
 * A stretch ends with the visit to a hand-off, which is therefore not part of the graph, and the next one begins
 * there with the answer. One also begins at a tools node whose calls a person approved. Routes that only some labels
 * take are all kept, so that no run can do more than the graph shows. A hop without a limit is free.
 */
export function stepGraph(view: DefinitionView, limits: ResolvedLimits): StepGraph {
  const reached = reachableNodes(view);
  const ids = [...view.nodesById.keys()].filter((id) => reached.has(id));
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const edges = ids.map((id) =>
    successors(view, id).flatMap((next): StepEdge[] => {
      const to = numbers.get(next);
      if (to === undefined || familyOf(view, next) === 'human') return [];
      return [{ to, charge: chargeOf(view, id, next, limits) }];
    }),
  );
  const starts = ids.flatMap((id, number) => {
    const family = familyOf(view, id);
    return id === view.definition.entrypointNodeId || family === 'human' || family === 'tools'
      ? [number]
      : [];
  });
  return { names: ids.map((id) => view.nodesById.get(id)?.node.nodeName ?? id), edges, starts };
}

function chargeOf(view: DefinitionView, from: string, to: string, limits: ResolvedLimits): Charge {
  if (familyOf(view, to) === 'tools') return limits.maxToolHops === null ? 'free' : 'toolHop';
  return limits.maxAgentHops !== null && isAgentHop(view, from, to) ? 'agentHop' : 'free';
}

function familyOf(view: DefinitionView, id: string) {
  return view.nodesById.get(id)?.kind?.family;
}

/** Nodes a run can go to from here, each once. */
function successors(view: DefinitionView, id: string): string[] {
  const here = view.nodesById.get(id);
  if (here === undefined) return [];
  const next = new Set<string>();
  for (const edge of here.edges) if (edge.targetNodeId !== null) next.add(edge.targetNodeId);
  if (here.always === undefined) for (const caller of here.choices.byCaller.keys()) next.add(caller);
  return [...next];
}

function reachableNodes(view: DefinitionView): Set<string> {
  const reached = new Set([view.definition.entrypointNodeId]);
  const limitNode = view.limitNode();
  if (limitNode !== undefined) reached.add(limitNode.id);
  for (const id of reached) for (const next of successors(view, id)) reached.add(next);
  return reached;
}
