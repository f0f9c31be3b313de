// Nodes around which a run was told to wait for a person.
import type { RunPauses, RunState, TurnState } from '@cadence-agents/contracts';
import { pauseQuestion } from '../answers/handoff-question.ts';
import { trialSlot } from '../trial.ts';
import type { RunContext } from './runtime.ts';

const names = (listed: readonly string[] | undefined, node: string): boolean =>
  listed?.some((each) => each === node || each === '*') ?? false;

/** Whether a run waits on its way from one node to the next; it begins with the next when there is none before. */
export function pausesBetween(turn: TurnState, run: RunContext, from: string | null, to: string): boolean {
  const pauses: RunPauses | undefined = trialSlot.get(turn).pauses ?? run.pauses;
  return pauses !== undefined && (names(pauses.before, to) || (from !== null && names(pauses.after, from)));
}

/** The turn, waiting to go on at the node that it is at. */
export function paused(turn: TurnState, node: string, run: RunContext): TurnState {
  const question = pauseQuestion(node);
  const handoff = { id: run.newId(), nodeId: turn.at, question, pause: true as const };
  run.events.for(node)('on_interrupt', { handoffId: handoff.id, question, pause: true });
  return { ...turn, status: 'awaiting_human', handoff };
}

/** The state in which a pause is over; `undefined` where there was none. */
export function afterPause({ messages, turn }: RunState): RunState | undefined {
  if (!turn.handoff?.pause || !turn.handoffAnswer) return undefined;
  return { messages, turn: { ...turn, handoff: null, handoffAnswer: null } };
}
