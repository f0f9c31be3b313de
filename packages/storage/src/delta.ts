// How a line of states is kept as what each one changed: pure functions, for stores on other databases.
export { type CheckpointState, emptyState, StateBuilder } from './checkpoints/delta/checkpoint-state.ts';
export { sameJson } from './checkpoints/delta/json-change.ts';
export {
  type CheckpointPlan,
  costOf,
  type PlanOrigin,
  planCheckpoint,
  standingAlone,
} from './checkpoints/delta/plan-checkpoint.ts';
export { readStep } from './checkpoints/delta/step-text.ts';
export { bytesOf, textOf } from './stored-bytes.ts';
