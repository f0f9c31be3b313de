import {
  defaultLimits,
  type ResolvedLimits,
  resolveLimits,
  type WorkflowDefinition,
} from '@cadence-agents/contracts';
import type { Kinds } from '../kinds/kinds.ts';
import { viewDefinition } from '../view-definition.ts';
import type { Certificate, CertifiedCycle } from './certificate.ts';
import { sortOrFindCycle } from './find-cycle.ts';
import { longestWalk } from './longest-walk.ts';
import { type Charge, type StepGraph, stepGraph } from './step-graph.ts';
import { strongComponents } from './strong-components.ts';

/** The most steps any run of a definition can take between two answers of a person, or the loop that has no bound. */
export function certify(
  definition: WorkflowDefinition,
  limits: ResolvedLimits = defaultLimits,
  kinds?: Kinds,
): Certificate {
  const view = viewDefinition(definition, kinds);
  const resolved = resolveLimits(definition.limits, limits);
  const graph = stepGraph(view, resolved);
  const sorted = sortOrFindCycle(edgesWithout(graph, ['agentHop', 'toolHop']));
  if (sorted.order === undefined && resolved.maxSteps === null) {
    return { bounded: false, maxSteps: null, cycle: sorted.cycle.map((node) => graph.names[node] ?? '') };
  }
  const cycles = cyclesOf(graph, resolved.maxSteps);
  const steps = resolved.maxSteps ?? Number.MAX_SAFE_INTEGER;
  // No walk makes more hops than steps, nor more than there are nodes where it cannot come round.
  const mostHops = cycles.length === 0 ? Math.min(steps, graph.names.length) : steps;
  const budget = {
    steps,
    agentHops: Math.min(resolved.maxAgentHops ?? 0, mostHops),
    toolHops: Math.min(resolved.maxToolHops ?? 0, mostHops),
  };
  const walk = sorted.order === undefined ? steps : longestWalk(graph, sorted.order, budget);
  // The visit to a hand-off ends the stretch, and a limit that is hit leads there: one visit beyond the walk.
  const beyond = view.limitNode() === undefined ? 0 : 1;
  return { bounded: true, maxSteps: walk + beyond, cycles };
}

/** One entry per group of nodes that can reach each other. */
function cyclesOf(graph: StepGraph, maxSteps: number | null): CertifiedCycle[] {
  const components = strongComponents(edgesWithout(graph, []));
  const loops = components.filter(
    (group) => group.length > 1 || group.some((node) => graph.edges[node]?.some((edge) => edge.to === node)),
  );
  return loops
    .map((group) => group.sort((a, b) => a - b))
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
    .map((group) => ({
      nodes: group.map((node) => graph.names[node] ?? ''),
      boundedBy: boundsOf(graph, new Set(group), maxSteps),
    }));
}

function boundsOf(graph: StepGraph, group: ReadonlySet<number>, maxSteps: number | null): string[] {
  const ends = (...charges: Charge[]) =>
    sortOrFindCycle(edgesWithout(graph, charges, group)).order !== undefined;
  const byAgentHops = ends('agentHop');
  const byToolHops = ends('toolHop');
  const together = !byAgentHops && !byToolHops && ends('agentHop', 'toolHop');
  const bounds: string[] = maxSteps === null ? [] : ['maxSteps'];
  if (byAgentHops || together) bounds.push('maxAgentHops');
  if (byToolHops || together) bounds.push('maxToolHops');
  return bounds;
}

function edgesWithout(
  graph: StepGraph,
  charges: readonly Charge[],
  within?: ReadonlySet<number>,
): number[][] {
  return graph.edges.map((edges, from) => {
    if (within?.has(from) === false) return [];
    const kept = edges.filter((edge) => !charges.includes(edge.charge) && within?.has(edge.to) !== false);
    return kept.map((edge) => edge.to);
  });
}
