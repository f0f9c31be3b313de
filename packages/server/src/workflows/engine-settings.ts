import type { ResolvedLimits } from '@cadence/contracts';
import type { CoordinatorSettings, PlanVerifySettings } from '@cadence/engine';
import { type LinearPattern, linearPattern } from '@cadence/workflow';
import type { Settings } from '../settings/setting-table.ts';

/** The settings as the engine's limits. */
export function limitsFrom(settings: Settings): Partial<ResolvedLimits> {
  return {
    maxSteps: settings.maxSteps,
    maxAgentHops: settings.maxAgentHops,
    maxToolHops: settings.maxToolHops,
    maxSameAgentRoutes: settings.consecutiveAgentRouteLimit,
    timeoutMs: settings.runTimeoutMs,
    maxOutputTokens: settings.maxOutputTokens,
    windowTokens: settings.contextWindowTokens,
  };
}

/** The settings as the coordinator's. */
export function coordinatorSettings(settings: Settings): CoordinatorSettings {
  return {
    coordinatorModel: settings.coordinatorModel,
    synthesizerModel: settings.synthesizerModel,
    suspendModel: settings.suspendModel,
    mayAnswer: settings.allowedCoordinatorTerminate,
    maxAgentsShown: settings.coordinatorMaxAgents,
    structured: settings.useStructuredSynthesizer,
  };
}

/** The settings as those of plan-verify. */
export function planVerifySettings({ safety }: Settings): PlanVerifySettings {
  const { secretPatterns: _, ...rules } = safety;
  return { safety: rules };
}

/** What is masked in the results of tools, beside secrets of well-known forms. */
export function secretPatterns({ safety }: Settings): LinearPattern[] {
  return (safety.secretPatterns ?? []).map((pattern) => linearPattern(pattern));
}
