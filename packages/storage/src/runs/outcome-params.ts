import { encodeStrict, type RunOutcome } from '@cadence-agents/contracts';
import { exactId } from '../exact-text.ts';
import { NANOS } from '../rows/run-row.ts';
import { encodeRunUsage } from '../usage/run-usage-json.ts';

/** How a run ended, as its row has it. */
export type OutcomeParams = {
  answer: string;
  structured: string | null;
  degraded: string | null;
  usage: string;
  error: string | null;
  handoff: string | null;
  spent: string | null;
  costNanos: number | null;
};

export const outcomeColumns = `answer_json = $answer, structured_json = $structured, degraded_json = $degraded,
     usage_json = $usage, error_json = $error, handoff_json = $handoff, spent_json = $spent, cost_nanos = $costNanos`;

/** Once it is sure that every field can be kept. */
export function outcomeParams(outcome: RunOutcome): OutcomeParams {
  const optional = (value: unknown, path: string) =>
    value === undefined || value === null ? null : encodeStrict(value, path, { optionalFields: true });
  if (outcome.handoff) exactId(outcome.handoff.id, 'handoff.id');
  return {
    answer: encodeStrict(outcome.answer, 'answer'),
    structured: optional(outcome.structured, 'structured'),
    degraded: outcome.degraded?.length ? encodeStrict(outcome.degraded, 'degraded') : null,
    usage: encodeStrict(outcome.usage, 'usage'),
    error: optional(outcome.error, 'error'),
    handoff: optional(outcome.handoff, 'handoff'),
    spent: outcome.spent ? encodeRunUsage(outcome.spent) : null,
    costNanos: outcome.cost === undefined ? null : Math.round(outcome.cost * NANOS),
  };
}
