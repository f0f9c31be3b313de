import type { Charge, StepGraph } from './step-graph.ts';

/** How much a walk may use up. */
export interface Budget {
  agentHops: number;
  toolHops: number;
  /** Walks this long need no longer one. */
  steps: number;
}

const MOST_STATES = 2_000_000;

/**
 * The most visits of a walk within the budget; `order` sorts the graph's free edges. Exact, unless a budget is so
 * large that counting both kinds of hop would take too long: then both are drawn from one purse, and beyond that
 * every hop is taken to be followed by the longest free walk, neither of which falls short.
 */
export function longestWalk(graph: StepGraph, order: readonly number[], budget: Budget): number {
  const uses = (charge: Charge) => graph.edges.some((edges) => edges.some((edge) => edge.charge === charge));
  const agentHops = uses('agentHop') ? budget.agentHops : 0;
  const toolHops = uses('toolHop') ? budget.toolHops : 0;
  const size = graph.edges.length;
  if (size * (agentHops + 1) * (toolHops + 1) <= MOST_STATES) {
    return walk(graph, order, { agentHops, toolHops, steps: budget.steps, onePurse: false });
  }
  const purse = agentHops + toolHops;
  if (size * (purse + 1) <= MOST_STATES) {
    return walk(graph, order, { agentHops: purse, toolHops: 0, steps: budget.steps, onePurse: true });
  }
  const allStarts = graph.edges.map((_, node) => node);
  const longest = walk({ ...graph, starts: allStarts }, order, {
    agentHops: 0,
    toolHops: 0,
    steps: budget.steps,
    onePurse: true,
  });
  return Math.min((purse + 1) * longest, budget.steps, Number.MAX_SAFE_INTEGER);
}

/** Longest walks per node and budget used, over the edges that each layer of the budget leaves open. */
function walk(graph: StepGraph, order: readonly number[], budget: Budget & { onePurse: boolean }): number {
  const size = graph.edges.length;
  const columns = budget.toolHops + 1;
  const layer = size * columns;
  const best = new Int32Array(layer * (budget.agentHops + 1));
  const distance = { free: 0, agentHop: layer, toolHop: budget.onePurse ? layer : size };
  // Flat arrays, since this loop runs millions of times: an edge is how far to go in `best`.
  const edges = order.map((node) => graph.edges[node] ?? []);
  const jumps = edges.map((own) => Int32Array.from(own, ({ to, charge }) => to + distance[charge]));
  const openJumps = edges.map((own) =>
    Int32Array.from(
      own.filter(({ charge }) => charge !== 'toolHop'),
      ({ to, charge }) => to + distance[charge],
    ),
  );
  for (const start of graph.starts) best[start] = 1;
  let longest = 0;
  for (let base = 0; base < best.length; base += size) {
    const lastTool = !budget.onePurse && (base / size) % columns === columns - 1;
    for (let i = 0; i < order.length; i += 1) {
      const length = best[base + (order[i] ?? 0)] ?? 0;
      if (length === 0) continue;
      if (length > longest) longest = length;
      if (longest >= budget.steps) return budget.steps;
      const from = (lastTool ? openJumps : jumps)[i] ?? [];
      for (const jump of from) {
        // Beyond the last layer there is nothing to read: the budget is spent.
        const known = best[base + jump];
        if (known !== undefined && known <= length) best[base + jump] = length + 1;
      }
    }
  }
  return longest;
}
