import type { ResolvedLimits } from '@cadence-agents/contracts';
import type { CoordinatorSettings, SafetySettings, WorkflowSettings } from '@cadence-agents/engine';
import { type LinearPattern, linearPattern } from '@cadence-agents/workflow';
import type { Settings } from '../settings/setting-table.ts';

/** The settings as the engine's limits. */
function limitsFrom(settings: Settings): Partial<ResolvedLimits> {
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
function coordinatorSettings(settings: Settings): CoordinatorSettings {
  return {
    coordinatorModel: settings.coordinatorModel,
    synthesizerModel: settings.synthesizerModel,
    suspendModel: settings.suspendModel,
    mayAnswer: settings.allowedCoordinatorTerminate,
    maxAgentsShown: settings.coordinatorMaxAgents,
    structured: settings.useStructuredSynthesizer,
  };
}

/** What messages and users may do; nothing when there are no rules, so that they cost nothing. */
export function safetySettings({ safety }: Settings): SafetySettings | undefined {
  const { secretPatterns: _, ...rules } = safety;
  return Object.keys(rules).length > 0 ? rules : undefined;
}

/** What is masked in the results of tools, beside secrets of well-known forms. */
export function secretPatterns({ safety }: Settings): LinearPattern[] {
  return (safety.secretPatterns ?? []).map((pattern) => linearPattern(pattern));
}

/** All that the workflows take from the settings. */
export const engineSettings = (settings: Settings): WorkflowSettings => ({
  limits: limitsFrom(settings),
  coordinator: coordinatorSettings(settings),
  safety: safetySettings(settings),
  secretPatterns: secretPatterns(settings),
});
