import type { ResolvedLimits } from '@cadence/contracts';
import type { CoordinatorSettings } from '@cadence/engine';
import type { Settings } from './settings/setting-table.ts';

/** The settings as the engine's limits. */
export function limitsFrom(settings: Settings): Partial<ResolvedLimits> {
  return {
    maxSteps: settings.maxSteps,
    maxAgentHops: settings.maxAgentHops,
    maxToolHops: settings.maxToolHops,
    maxSameAgentRoutes: settings.consecutiveAgentRouteLimit,
    timeoutMs: settings.runTimeoutMs,
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
