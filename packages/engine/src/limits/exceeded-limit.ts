import type { LimitName, ResolvedLimits, RunCounters } from '@cadence/contracts';

/** The first limit that these counters exceed; a limit of N permits N. */
export function exceededLimit(counters: RunCounters, limits: ResolvedLimits): LimitName | undefined {
  if (limits.maxAgentHops !== null && counters.agentHops > limits.maxAgentHops) return 'maxAgentHops';
  if (limits.maxToolHops !== null && counters.toolHops > limits.maxToolHops) return 'maxToolHops';
  if (limits.maxSameAgentRoutes !== null && counters.sameAgentRoutes > limits.maxSameAgentRoutes) {
    return 'maxSameAgentRoutes';
  }
  if (limits.maxSteps !== null && counters.steps > limits.maxSteps) return 'maxSteps';
  if (limits.maxTokens !== null && counters.tokens > limits.maxTokens) return 'maxTokens';
  return undefined;
}
