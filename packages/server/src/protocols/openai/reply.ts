// What a run has to say, as a model would: text, calls of the caller's tools, or a refusal.
import {
  answerFinish,
  type RunEventData,
  type RunRecord,
  type ToolCall,
  type Usage,
} from '@cadence-agents/contracts';

export interface Reply {
  /** `null` when there is nothing but calls or a refusal. */
  content: string | null;
  refusal: string | null;
  calls: readonly ToolCall[];
  finish: 'stop' | 'length' | 'content_filter' | 'tool_calls';
}

/** Lets a run be found by the history that its reply completes; called before the end of the reply is told. */
export type Remember = (run: RunRecord, said: Reply) => Promise<void>;

/** What is asked, as the record or its event has it. */
type Asked = Pick<RunEventData<'on_interrupt'>, 'question' | 'choices' | 'calls' | 'forCaller'>;

export type Ended = Pick<RunRecord, 'status' | 'answer' | 'structured' | 'degraded'> & {
  handoff: Asked | null;
  hasForm: boolean;
};

export function replyOf({ status, answer, structured, degraded, handoff, hasForm }: Ended): Reply {
  const waiting = status === 'awaiting_human' ? handoff : null;
  if (waiting?.forCaller) {
    const { calls = [] } = waiting;
    return { content: answer || null, refusal: null, calls, finish: 'tool_calls' };
  }
  const words = waiting ? questionOf(waiting) : answer;
  const finish = waiting ? 'stop' : answerFinish(degraded);
  // Whoever asked for JSON must not take words for it.
  const isWords = hasForm && (structured === null || structured === undefined);
  if (isWords) return { content: null, refusal: words, calls: [], finish };
  return { content: words, refusal: null, calls: [], finish };
}

/** The record as the last event tells it, for those that ended with an answer. */
export const endedAs = (run: RunRecord, end: RunEventData<'on_run_end'>): RunRecord => ({
  ...run,
  ...end,
  structured: end.structured ?? null,
  degraded: end.degraded ?? [],
});

function questionOf({ question, choices }: Asked): string {
  return choices ? `${question} (${choices.join(' / ')})` : question;
}

export const argumentsOf = ({ args, malformed }: ToolCall): string => malformed ?? JSON.stringify(args);

/** What the run has used since. */
export const usedSince = (total: Usage, before: Usage): Usage => ({
  ...total,
  inputTokens: total.inputTokens - before.inputTokens,
  outputTokens: total.outputTokens - before.outputTokens,
  ...(total.cachedInputTokens !== undefined && {
    cachedInputTokens: total.cachedInputTokens - (before.cachedInputTokens ?? 0),
  }),
});
