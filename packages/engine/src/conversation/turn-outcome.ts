import {
  CadenceError,
  type DegradedReason,
  type Handoff,
  type JsonValue,
  type RunStatus,
  type TurnState,
  type Usage,
} from '@cadence/contracts';
import { degradedReasons } from '../answers/degraded.ts';

/** Why is in the record, for those who can do something about it. */
export const failureAnswer = 'I could not answer this. Please try again in a little while.';

/** How a turn ended, as it is told to whoever asked. */
export interface TurnOutcome {
  status: RunStatus;
  answer: string;
  /** The structured part of the answer, if there is one. */
  structured?: JsonValue;
  /** Why the answer is poorer than it should be; empty when it is not. */
  degraded: DegradedReason[];
  usage: Usage;
  /** The question that waits, when `status` is `awaiting_human`. */
  handoff: Handoff | null;
  error: TurnState['error'];
}

export function turnOutcome(turn: TurnState): TurnOutcome {
  const { runId, status, answer, structured, usage, handoff, error } = turn;
  if (status === 'running') {
    throw new CadenceError('INTERNAL', `Run "${runId}" stopped without having ended.`);
  }
  return {
    status,
    answer: error && answer === '' ? failureAnswer : answer,
    ...(structured !== null && { structured }),
    degraded: degradedReasons(turn),
    usage,
    handoff,
    error,
  };
}

/** What `on_run_end` tells of it. */
export function endOf({
  status,
  answer,
  structured,
  usage,
  degraded = [],
}: Pick<TurnOutcome, 'status' | 'answer' | 'usage'> &
  Partial<Pick<TurnOutcome, 'degraded'>> & { structured?: unknown }) {
  return {
    status,
    answer,
    usage,
    ...(structured !== undefined && { structured }),
    ...(degraded.length > 0 && { degraded }),
  };
}
