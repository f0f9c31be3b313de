export { pluginSlug, slugRefusal } from '@cadence-agents/sdk/host';
export { degradedReasons } from './answers/degraded.ts';
export {
  type Conversations,
  type ConversationsSetup,
  type NewMessage,
  startConversations,
} from './conversation/conversations.ts';
export type { Followed, FollowOptions, LiveOptions, TextTaker } from './conversation/follow-run.ts';
export type { ObserveRun, RunObserver } from './conversation/run-observer.ts';
export {
  type RunOptions,
  resumeTurn,
  runTurn,
  type TurnInput,
  type TurnResult,
} from './conversation/run-turn.ts';
export { type SentRequest, sentRequest } from './conversation/sent-request.ts';
export type { WorkerOptions } from './conversation/worker.ts';
export type { EventSink } from './events/emitter.ts';
export { createLocalSignals } from './events/local-signals.ts';
export { inSlices } from './events/slices.ts';
export { type FileKind, fileKind } from './files/file-kind.ts';
export { mediaTypeOf } from './files/media-type.ts';
export { forgivingLog, type Log, silentLog } from './log.ts';
export { maskSecrets } from './masking/redact.ts';
export { noSecrets, type SecretValues, secretValues } from './masking/secret-values.ts';
export { listedModels, listsModels } from './models/listed-models.ts';
export {
  type ModelProvider,
  modelProviders,
  type ProviderVariables,
  providerVariables,
} from './models/model-providers.ts';
export { createModels, type ModelDescription, type Models } from './models/model-registry.ts';
export { type EmbeddingModel, type Embeddings, embeddingModel } from './models/openai/embeddings.ts';
export { takenFiles } from './models/taken-files.ts';
export { isCheckable } from './nodes/structured-answer.ts';
export { scaffoldPlugin } from './plugins/author/scaffold-plugin.ts';
export { testPlugin } from './plugins/author/test-plugin.ts';
export type { PluginSource } from './plugins/find/plugin-source.ts';
export { folderHash } from './plugins/inspect/folder-hash.ts';
export { inspectPlugin } from './plugins/inspect/inspect-plugin.ts';
export {
  type IsolationDemand,
  type IsolationInForce,
  type IsolationLevel,
  type IsolationOptions,
  isolationInForce,
} from './plugins/isolated/isolation.ts';
export { currentPlugin, enteredPlugin } from './plugins/plugin-scope.ts';
export type { PluginTrial } from './plugins/serve/load-plugin.ts';
export type { PluginBundle } from './plugins/serve/plugin-bundle.ts';
export { createPluginHost, type PluginHost, type PluginHostOptions } from './plugins/serve/plugin-host.ts';
export { runNpm } from './plugins/serve/run-npm.ts';
export type { PluginListing, ReloadReport } from './plugins/serve/select-plugins.ts';
export { describeTools } from './recording/recorded-parts.ts';
export { type AskedAgain, askAgain } from './replay/ask-again.ts';
export type { Divergence } from './replay/divergence.ts';
export type { Live } from './replay/live.ts';
export { type Replay, type ReplayOptions, replay, replayChanged } from './replay/replay.ts';
export type { Drift, ReplayedCall } from './replay/replayed-outside.ts';
export { findJson } from './replies/find-json.ts';
export { currentRun } from './run-scope.ts';
export { nativeRuntime, takeStep } from './runtime/native-runtime.ts';
export type { RunContext, Runtime, TakenStep, Workflow } from './runtime/runtime.ts';
export { type FaultClass, faultClasses } from './simulation/fault.ts';
export { type PlayedWitness, playWitness } from './simulation/play-witness.ts';
export { recordWitness } from './simulation/record-witness.ts';
export type { PlayParts } from './simulation/stand-ins.ts';
export { type FaultTrial, tryFaults } from './simulation/try-faults.ts';
export { defineSlot, type Slot } from './slot.ts';
export { mergeMessages } from './state.ts';
export { grantedTools, onlyGranted } from './tools/granted-tools.ts';
export { toolResultParts } from './tools/result-parts.ts';
export { runToolCalls } from './tools/tool-runner.ts';
export { changeProblems } from './trial.ts';
export { compileWorkflow, type SafetySettings, type WorkflowParts } from './workflow/compile-workflow.ts';
export {
  type CompiledWorkflows,
  type CompiledWorkflowsSetup,
  compiledWorkflows,
  type Surroundings,
  type WorkflowSettings,
} from './workflow/compiled-workflows.ts';
export {
  type CoordinatorSettings,
  coordinatorWorkflow,
} from './workflow/coordinator-workflow.ts';
export { type PlanVerifySettings, planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';
export type { CoordinatedPlugin } from './workflow/plugin-agent.ts';
export { type PluginCatalogue, pluginCatalogue } from './workflow/plugin-catalogue.ts';
