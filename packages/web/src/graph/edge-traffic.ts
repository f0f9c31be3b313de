import type { CostReport, CoverageReport } from '@cadence-agents/contracts';
import type { GraphModel } from './graph-model.ts';

/** What the runs of a workflow did in it. */
export interface TrafficReports {
  coverage: CoverageReport;
  /** Absent until they are there. */
  costs: CostReport | undefined;
}

/** One edge of the definition. */
export interface PartTraffic {
  label: string | null;
  times: number;
  runs: number;
  reachable: boolean;
  /** Of the visits that it led on from: in dollars, `null` without a price. */
  cost: number | null;
  p95Ms: number | null;
}

/** All edges from one box to another, which are one line. */
export interface EdgeTraffic {
  parts: PartTraffic[];
  times: number;
  /** From 0 to 1: of the line that was taken most. */
  share: number;
}

/** What went over each line of a picture, by its key. Of edges that no run could have known there is nothing. */
export function edgeTraffic(model: GraphModel, reports: TrafficReports): Map<string, EdgeTraffic> {
  const known = new Map(reports.coverage.edges.map((edge) => [keyOf(edge.from, edge.to, edge.label), edge]));
  const costs = new Map(reports.costs?.edges.map((edge) => [edge.id, edge]));
  const found = new Map<string, EdgeTraffic>();
  for (const { key, parts } of model.edges) {
    const told = parts.flatMap(({ label, from, to }) => {
      const edge = known.get(keyOf(from, to, label));
      if (edge === undefined) return [];
      const { times, runs, reachable } = edge;
      const { cost = null, p95Ms = null } = costs.get(edge.id) ?? {};
      return [{ label, times, runs, reachable, cost, p95Ms }];
    });
    const times = told.reduce((sum, part) => sum + part.times, 0);
    if (told.length > 0) found.set(key, { parts: told, times, share: 0 });
  }
  const most = Math.max(1, ...[...found.values()].map(({ times }) => times));
  for (const traffic of found.values()) traffic.share = traffic.times / most;
  return found;
}

const keyOf = (from: string, to: string | null, label: string | null) => JSON.stringify([from, to, label]);
