import { CadenceError, type RunStatus, type Usage } from '@cadence/contracts';
import type { Handoff, TurnState } from '../state.ts';

/** How a turn ended, as it is told to whoever asked. */
export interface TurnOutcome {
  status: RunStatus;
  answer: string;
  usage: Usage;
  /** The question that waits, when `status` is `awaiting_human`. */
  handoff: Handoff | null;
  error: TurnState['error'];
}

export function turnOutcome({ runId, status, answer, usage, handoff, error }: TurnState): TurnOutcome {
  if (status === 'running') {
    throw new CadenceError('INTERNAL', `Run "${runId}" stopped without having ended.`);
  }
  const told = error
    ? ['I could not answer this.', error.message, error.hint].filter(Boolean).join(' ')
    : answer;
  return { status, answer: told, usage, handoff, error };
}
