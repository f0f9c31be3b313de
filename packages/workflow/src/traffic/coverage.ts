import type {
  AgentCatalogue,
  CoverageReport,
  DefinitionView,
  SimulationReport,
} from '@cadence-agents/contracts';
import { labelKey, type RouteTraffic } from './route-traffic.ts';

/** Which parts of a workflow were used; of what no run can reach, nothing is demanded. */
export function coverageOf(
  view: DefinitionView,
  traffic: RouteTraffic,
  report: SimulationReport,
  agents: AgentCatalogue,
): CoverageReport {
  const nameOf = (id: string | null) => (id === null ? null : (view.nodesById.get(id)?.node.nodeName ?? id));
  const reachable = new Set(report.nodes.filter((node) => node.reachable).map(({ id }) => id));
  const nodes = [...view.nodesById.values()].map(({ node: { id, nodeName } }) => {
    const { runs = 0, times = 0 } = traffic.nodes.get(nodeName) ?? {};
    return { id, name: nodeName, reachable: reachable.has(id), runs, times };
  });
  const edges = report.edges.map(({ id, from, to, label, reachable: isReachable, witness }) => {
    const { runs = 0, times = 0 } = traffic.edges.get(id) ?? {};
    return { id, from, to, label, reachable: isReachable, runs, times, witness };
  });
  const labels = [...view.nodesById.values()].flatMap(({ node, kind }) =>
    [...(kind?.labels(view, node, agents) ?? [])].map((label) => ({
      node: nameOf(node.id) ?? node.id,
      label,
      times: traffic.labels.get(labelKey(node.nodeName, label)) ?? 0,
      reachable: reachable.has(node.id),
    })),
  );
  const limits = report.limits.map(({ limit, witness }) => ({
    limit,
    times: traffic.limits.get(limit) ?? 0,
    witness,
  }));
  return {
    workflowId: view.definition.id,
    runs: traffic.total.runs,
    percent: {
      nodes: percent(nodes.filter((node) => node.reachable)),
      edges: percent(edges.filter((edge) => edge.reachable)),
      labels: percent(labels.filter((label) => label.reachable)),
      limits: percent(limits),
    },
    nodes,
    edges,
    labels: labels.map(({ reachable: _, ...label }) => label),
    limits,
  };
}

function percent(parts: readonly { times: number }[]): number {
  if (parts.length === 0) return 100;
  return Math.floor((parts.filter(({ times }) => times > 0).length / parts.length) * 1000) / 10;
}
