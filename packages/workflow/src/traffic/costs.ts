import type { CostReport, DefinitionView, RouteCost } from '@cadence-agents/contracts';
import type { Certificate } from '../certify/certificate.ts';
import type { RouteTraffic, Traffic } from './route-traffic.ts';

const MOST_PATHS = 20;

/** What the routes of a workflow cost, by what they did; and the worst that its certificate permits. */
export function costsOf(
  view: DefinitionView,
  traffic: RouteTraffic,
  { maxSteps }: Certificate,
  maxTokens: number | null,
): CostReport {
  const { total } = traffic;
  const nameOf = (id: string | null) => (id === null ? null : (view.nodesById.get(id)?.node.nodeName ?? id));
  const tokens = total.usage.inputTokens + total.usage.outputTokens;
  const worst = maxSteps === null ? null : maxSteps * traffic.mostTokens;
  const worstTokens = maxTokens === null ? worst : Math.min(maxTokens, worst ?? maxTokens);
  const perToken = total.cost === null || tokens === 0 ? null : total.cost / tokens;
  return {
    workflowId: view.definition.id,
    runs: total.runs,
    expected: {
      tokens: total.runs === 0 ? null : tokens / total.runs,
      cost: total.runs === 0 || total.cost === null ? null : total.cost / total.runs,
      p50Ms: total.ms.percentile(0.5),
      p95Ms: total.ms.percentile(0.95),
    },
    worst: {
      steps: maxSteps,
      tokens: total.runs === 0 ? maxTokens : worstTokens,
      cost: perToken === null || worstTokens === null ? null : perToken * worstTokens,
    },
    edges: view.definition.edges.flatMap(({ id, sourceNodeId, targetNodeId }) => {
      const taken = traffic.edges.get(id);
      if (!taken) return [];
      return [{ id, from: nameOf(sourceNodeId) ?? '', to: nameOf(targetNodeId), ...costOf(taken) }];
    }),
    paths: [...traffic.paths]
      .sort(([, a], [, b]) => b.runs - a.runs)
      .slice(0, MOST_PATHS)
      .map(([path, taken]) => ({ path, ...costOf(taken) })),
  };
}

function costOf({ runs, times, usage, cost, ms }: Traffic): RouteCost {
  return {
    runs,
    times,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cost,
    p50Ms: ms.percentile(0.5),
    p95Ms: ms.percentile(0.95),
  };
}
