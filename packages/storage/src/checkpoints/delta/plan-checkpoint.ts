import { type CheckpointState, emptyState, StateBuilder, sizeOf } from './checkpoint-state.ts';
import { type StepTarget, stepBetween, stepTo, wholeStep } from './state-step.ts';
import { writeStep } from './step-text.ts';

/** What reading one more row costs, in characters of JSON. */
const rowCost = 256;
/** Small states are not worth the trouble. */
const freeCost = 16_384;
/** How much of a state's size the steps since its anchor may cost. */
const stepsShare = 1 / 4;

export const costOf = (text: string): number => text.length + rowCost;

/** The state that a checkpoint follows, and that of the last row on its way that stands for many steps. */
export interface PlanOrigin {
  state: CheckpointState;
  anchor: CheckpointState;
}

/** What is to be written for a checkpoint, and the state it stands for. */
export interface CheckpointPlan {
  text: string;
  /** What the text builds on. */
  base: 'parent' | 'anchor' | 'nothing';
  state: CheckpointState;
}

/**
 * Mostly the step from the checkpoint before. When the steps since the anchor have become a good part of the state, all
 * that happened since then in one text, which is the next anchor: everything said is written twice, however long the
 * conversation, and a state is read from anchors that grow with it and a few steps. When that would still cost more
 * than twice what the state itself does, because much of it was dropped or replaced, the whole state.
 */
export function planCheckpoint(origin: PlanOrigin | undefined, checkpoint: StepTarget): CheckpointPlan {
  const { state: before, anchor } = origin ?? { state: emptyState, anchor: emptyState };
  const step = stepTo(before, checkpoint);
  const { text, names } = writeStep(step, before.names);
  const builder = new StateBuilder(before);
  builder.apply(step);
  const forgets = builder.keepOnly(checkpoint);
  builder.names = names;
  builder.readCost = before.readCost + costOf(text);
  builder.measure(before, step);
  const state = builder.finish();
  if (!origin) return { text, base: 'nothing', state };

  const size = stateSize(state);
  const mostToRead = 2 * size + freeCost;
  const hasFewSteps = state.readCost - anchor.readCost <= Math.max(freeCost, size * stepsShare);
  if (hasFewSteps && !forgets && state.readCost <= mostToRead) return { text, base: 'parent', state };
  const jump = forgets ? undefined : planJump(anchor, state);
  return jump && jump.state.readCost <= mostToRead ? jump : planSnapshot(state);
}

function planJump(anchor: CheckpointState, state: CheckpointState): CheckpointPlan | undefined {
  const step = stepBetween(anchor, state);
  if (!step) return undefined;
  const { text, names } = writeStep(step, anchor.names);
  return { text, base: 'anchor', state: { ...state, names, readCost: anchor.readCost + costOf(text) } };
}

/** The state as a row that needs no other. */
function planSnapshot(state: CheckpointState): CheckpointPlan {
  const { text, names } = writeStep(wholeStep(state), []);
  return { text, base: 'nothing', state: { ...state, names, readCost: costOf(text) } };
}

/** The same for a row that exists already: those that build on it refer to names by their numbers. */
export const standingAlone = (state: CheckpointState): string =>
  writeStep(wholeStep(state), state.names, true).text;

function stateSize(state: CheckpointState): number {
  let size = rowCost;
  for (const channel of state.values.keys()) size += sizeOf(state, channel);
  return size;
}
