import type {
  AgentCatalogue,
  AgentDefinition,
  DefinitionView,
  ResolvedLimits,
  RunCounters,
  ToolTraits,
} from '@cadence-agents/contracts';
import type { Spent } from '../arrival.ts';

/** What is simulated. */
export interface Simulated {
  readonly view: DefinitionView;
  readonly limits: ResolvedLimits;
  readonly agents: AgentCatalogue;
  /** What is known of the tools. */
  readonly tools: ReadonlyMap<string, ToolTraits>;
  /** How often a reply may have to call one tool so that a policy shows. */
  readonly repeats: ReadonlyMap<string, number>;
}

/** All of a run that decides where it can go: about to visit a node. */
export interface Position extends Spent {
  readonly at: string;
  /** The last agent visited. */
  readonly caller: string | null;
  /** Tool calls that wait to be carried out. */
  readonly pending: readonly string[];
  /** What a coordinator chose, until its control tools have carried it out. */
  readonly goto: string | null;
  /** The planner whose plan is being carried out, and how many of its calls were handed out. */
  readonly plan: { readonly by: string; readonly handedOut: number } | null;
  readonly replans: number;
  /** Whether there are words for the user. */
  readonly answered: boolean;
}

export const noCounters: RunCounters = {
  steps: 0,
  agentHops: 0,
  toolHops: 0,
  sameAgentRoutes: 0,
  tokens: 0,
};

export const startAt = (nodeId: string): Position => ({
  at: nodeId,
  caller: null,
  counters: noCounters,
  lastHopTo: null,
  pending: [],
  goto: null,
  plan: null,
  replans: 0,
  answered: false,
});

export const keyOf = ({ counters, pending, plan, ...position }: Position): string => {
  const { steps, agentHops, toolHops, sameAgentRoutes } = counters;
  return [
    position.at,
    position.caller,
    steps,
    agentHops,
    toolHops,
    sameAgentRoutes,
    position.lastHopTo,
    pending.join('\n'),
    position.goto,
    plan?.by,
    plan?.handedOut,
    position.replans,
    position.answered,
  ].join('\t');
};

export function agentAt({ view, agents }: Simulated, nodeId: string | null): AgentDefinition | undefined {
  return agents.get(view.nodesById.get(nodeId ?? '')?.node.agentId ?? '');
}
