import { noUsage, type TurnState } from '@cadence-agents/contracts';

/** A turn that has just begun at a node called `agent`, but for these fields. */
export function sampleTurn(fields: Partial<TurnState> = {}): TurnState {
  return {
    runId: 'r',
    tone: 'natural',
    at: 'agent',
    counters: { steps: 0, agentHops: 0, toolHops: 0, sameAgentRoutes: 0, tokens: 0 },
    usage: noUsage,
    caller: null,
    currentAgent: null,
    pluginContext: { lastRoutedAgent: null, sameAgentConsecutiveRoutes: 0, routingHistory: [] },
    limit: null,
    handedOver: null,
    answer: '',
    structured: null,
    status: 'running',
    handoff: null,
    handoffAnswer: null,
    error: null,
    summary: '',
    slots: {},
    ...fields,
  };
}
