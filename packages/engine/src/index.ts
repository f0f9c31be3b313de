export { pluginSlug, slugRefusal } from '@cadence/sdk/host';
export {
  type Conversations,
  type ConversationsSetup,
  type NewMessage,
  startConversations,
} from './conversation/conversations.ts';
export type { FollowOptions } from './conversation/follow-run.ts';
export type { ObserveRun, RunObserver } from './conversation/run-observer.ts';
export {
  type RunOptions,
  resumeTurn,
  runTurn,
  type TurnInput,
  type TurnResult,
} from './conversation/run-turn.ts';
export type { WorkerOptions } from './conversation/worker.ts';
export type { EventSink } from './events/event-stream.ts';
export { createLocalSignals } from './events/local-signals.ts';
export type { Checkpointer } from './graph/compile-graph.ts';
export { forgivingLog, type Log, silentLog } from './log.ts';
export { createModels, type ModelDescription, type Models } from './models/model-registry.ts';
export { checkPlugin } from './plugins/check-plugin.ts';
export { type IsolationInForce, isolationInForce } from './plugins/isolated/isolation-in-force.ts';
export type {
  IsolationDemand,
  IsolationLevel,
  IsolationOptions,
} from './plugins/isolated/isolation-level.ts';
export type { PluginBundle } from './plugins/plugin-bundle.ts';
export { createPluginHost, type PluginHost, type PluginHostOptions } from './plugins/plugin-host.ts';
export type { PluginListing } from './plugins/plugin-listing.ts';
export type { PluginSource } from './plugins/plugin-source.ts';
export type { ReloadReport } from './plugins/reload-report.ts';
export { runNpm } from './plugins/run-npm.ts';
export { scaffoldPlugin } from './plugins/scaffold-plugin.ts';
export { testPlugin } from './plugins/test-plugin.ts';
export type { PluginTrial } from './plugins/try-out-plugin.ts';
export type { Handoff, RunState } from './state.ts';
export { maskSecrets } from './tools/redact.ts';
export { runToolCalls } from './tools/tool-runner.ts';
export { compileWorkflow, type Workflow, type WorkflowParts } from './workflow/compile-workflow.ts';
export {
  type CoordinatedPlugin,
  type CoordinatorSettings,
  coordinatorWorkflow,
} from './workflow/coordinator-workflow.ts';
export { type PlanVerifySettings, planVerifyWorkflow } from './workflow/plan-verify-workflow.ts';
export { type PluginCatalogue, pluginCatalogue } from './workflow/plugin-catalogue.ts';
