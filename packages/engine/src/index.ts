export {
  type RunOptions,
  resumeTurn,
  runTurn,
  type TurnInput,
  type TurnResult,
} from './conversation/run-turn.ts';
export type { EventSink } from './events/event-stream.ts';
export type { Log } from './log.ts';
export { createModels, type ModelDescription, type Models } from './models/model-registry.ts';
export type { Handoff, HandoffAnswer, RunState } from './state.ts';
export { compileWorkflow, type Workflow, type WorkflowParts } from './workflow/compile-workflow.ts';
