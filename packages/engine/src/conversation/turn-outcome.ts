import {
  CadenceError,
  type DegradedReason,
  type Handoff,
  type JsonValue,
  type RunStatus,
  type TurnState,
  type Usage,
} from '@cadence-agents/contracts';
import { degradedReasons } from '../answers/degraded.ts';
import { failureAnswer } from '../answers/failure-answer.ts';

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
  const { runId, status, tone, answer, structured, usage, handoff, error } = turn;
  if (status === 'running') {
    throw new CadenceError('INTERNAL', `Run "${runId}" stopped without having ended.`);
  }
  return {
    status,
    answer: error && answer === '' ? failureAnswer(error.code, tone) : answer,
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
