import type { WorkflowLimits } from './workflow-definition.ts';

/** Limits in force for a run; `null` means none. */
export interface ResolvedLimits {
  maxSteps: number | null;
  maxAgentHops: number | null;
  maxToolHops: number | null;
  maxSameAgentRoutes: number | null;
  timeoutMs: number;
  maxRetries: number;
  maxTokens: number | null;
  /** Of one reply; what the model is known to write where there is none. */
  maxOutputTokens: number | null;
  /** Of one request; what the model is known to take where there is none. */
  windowTokens: number | null;
}

export const defaultLimits: ResolvedLimits = {
  maxSteps: 15,
  maxAgentHops: 25,
  maxToolHops: 50,
  maxSameAgentRoutes: 5,
  timeoutMs: 90_000,
  maxRetries: 2,
  maxTokens: null,
  maxOutputTokens: null,
  windowTokens: null,
};

/** A definition's own limits over the defaults; `null` in the definition switches one off. */
export function resolveLimits(
  own: WorkflowLimits | null | undefined,
  defaults: ResolvedLimits = defaultLimits,
): ResolvedLimits {
  const given = Object.entries(own ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}
