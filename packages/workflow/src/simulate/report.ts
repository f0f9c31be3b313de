import type { LimitName, Policy, RouteRule } from '@cadence/contracts';
import type { Witness } from './witness.ts';

/** Whether all that can happen was looked at, or only the shortest ways. */
export type Certainty = 'decided' | 'sampled';

export interface SimulatedEnd {
  /** Name of the node at which it ends. */
  node: string;
  rule: RouteRule | 'failed';
  label: string | null;
  limit: LimitName | null;
  /** Whether it can end there without words of a node's own, so that the engine has to write them. */
  withoutAnswer: boolean;
  /** Visits of the shortest way. */
  visits: number;
  witness: string;
}

export interface SimulatedLimit {
  limit: LimitName;
  /** Name of the node at which it is hit first. */
  node: string;
  witness: string;
}

export interface PolicyVerdict {
  policy: Policy;
  holds: boolean;
  certainty: Certainty;
  witness: string | null;
}

/** What the exploration of a workflow found. Witnesses are named, and kept once. */
export interface SimulationReport {
  workflowId: string;
  certainty: Certainty;
  positions: number;
  /** What was taken for granted. */
  assumptions: string[];
  nodes: { id: string; name: string; reachable: boolean; witness: string | null }[];
  edges: {
    id: string;
    from: string;
    to: string | null;
    label: string | null;
    reachable: boolean;
    witness: string | null;
  }[];
  ends: SimulatedEnd[];
  limits: SimulatedLimit[];
  policies: PolicyVerdict[];
  witnesses: Record<string, Witness>;
}
