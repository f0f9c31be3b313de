import {
  CadenceError,
  type Handoff,
  type JsonValue,
  type RunStatus,
  type TurnState,
  type Usage,
} from '@cadence/contracts';

/** How a turn ended, as it is told to whoever asked. */
export interface TurnOutcome {
  status: RunStatus;
  answer: string;
  /** The structured part of the answer, if there is one. */
  structured?: JsonValue;
  usage: Usage;
  /** The question that waits, when `status` is `awaiting_human`. */
  handoff: Handoff | null;
  error: TurnState['error'];
}

export function turnOutcome({
  runId,
  status,
  answer,
  structured,
  usage,
  handoff,
  error,
}: TurnState): TurnOutcome {
  if (status === 'running') {
    throw new CadenceError('INTERNAL', `Run "${runId}" stopped without having ended.`);
  }
  const told = error
    ? ['I could not answer this.', error.message, error.hint].filter(Boolean).join(' ')
    : answer;
  return { status, answer: told, ...(structured !== null && { structured }), usage, handoff, error };
}

/** What `on_run_end` tells of it. */
export function endOf({
  status,
  answer,
  structured,
  usage,
}: Omit<TurnOutcome, 'handoff' | 'structured'> & { structured?: unknown }) {
  return { status, answer, usage, ...(structured !== undefined && { structured }) };
}
