import {
  CadenceError,
  encodeStrict,
  endedAs,
  type HandoffRequest,
  type Lease,
  type RunCommit,
  type RunOutcome,
  type RunRecord,
} from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId } from '../exact-text.ts';
import { runEnded } from '../rows/conversation-lock.ts';
import { assertLease } from '../rows/lease.ts';
import { NANOS, type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import type { StateHead } from '../states/state-head.ts';
import { removeStepsOfRun } from '../states/step-rows.ts';
import { encodeRunUsage } from '../usage/run-usage-json.ts';
import { addDelivery, type RunWithWebhook } from '../webhooks/add-delivery.ts';
import { storeCommit } from './store-commit.ts';

type OutcomeParams = {
  answer: string;
  structured: string | null;
  degraded: string | null;
  usage: string;
  error: string | null;
  handoff: string | null;
  spent: string | null;
  costNanos: number | null;
};

const endRun = statement<OutcomeParams & { id: string; status: string }, RunWithWebhook>(
  // A hand-off that was called off meanwhile has nobody to wait for, and of a run that is undone nothing is completed.
  `UPDATE runs SET
     status = CASE WHEN rollback_requested = 1 OR ($status = 'awaiting_human' AND cancel_requested = 1)
       THEN 'cancelled' ELSE $status END,
     answer_json = $answer, structured_json = $structured, degraded_json = $degraded,
     usage_json = $usage, error_json = $error, handoff_json = $handoff, spent_json = $spent,
     cost_nanos = $costNanos,
     ended_at = CASE WHEN $status = 'awaiting_human' AND cancel_requested = 0 THEN NULL ELSE NOW_MS END
   WHERE id = $id RETURNING ${runColumns}, webhook_json`,
);
const askPerson = statement<{
  tenantId: string;
  id: string;
  runId: string;
  conversationId: string;
  request: string;
}>(
  `INSERT INTO handoffs (tenant_id, id, run_id, conversation_id, request_json, status, created_at)
   VALUES ($tenantId, $id, $runId, $conversationId, $request, 'waiting', NOW_MS)
   ON CONFLICT (tenant_id, id) DO UPDATE SET request_json = excluded.request_json, status = 'waiting',
     answer_json = NULL, answered_at = NULL, created_at = excluded.created_at
   WHERE handoffs.run_id = excluded.run_id`,
);
const giveBack = statement<{ id: string }>(
  `UPDATE conversations SET lease_holder = NULL, lease_until = 0, lease_run_id = NULL, updated_at = NOW_MS,
     ${runEnded} WHERE id = $id`,
);

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

export async function finishRun(
  queries: Queries,
  lease: Lease,
  runId: string,
  end: { outcome: RunOutcome; params: OutcomeParams; commit: RunCommit },
  cached: StateHead | undefined,
): Promise<{ run: RunRecord; head: StateHead | undefined }> {
  const run = await assertLease(queries, lease, runId);
  const row = await queries.first(endRun, { ...end.params, id: runId, status: end.outcome.status });
  if (!row) throw new CadenceError('RUN_NOT_FOUND', `There is no run "${runId}".`);
  const commit = { ...end.commit, events: endedAs(end.commit.events ?? [], row.status) };
  const head = await storeCommit(queries, run, commit, cached);
  // Whoever asked for it is promised that the effects are undone, also when the run ended before it noticed.
  if (row.rollback_requested === 1) await removeStepsOfRun(queries, lease.conversationId, runId);
  const { handoff } = end.outcome;
  if (row.status === 'awaiting_human' && handoff) {
    await askForAnswer(queries, row, handoff, end.params.handoff ?? '');
  }
  await addDelivery(queries, row);
  await queries.run(giveBack, { id: lease.conversationId });
  return { run: toRunRecord(row), head };
}

async function askForAnswer(
  queries: Queries,
  run: RunRow,
  { id }: HandoffRequest,
  request: string,
): Promise<void> {
  const { tenant_id: tenantId, id: runId, conversation_id: conversationId } = run;
  const asked = await queries.run(askPerson, { tenantId, id, runId, conversationId, request });
  if (asked === 0) {
    throw new CadenceError('INPUT_INVALID', `The hand-off id "${id}" is used by another run.`, {
      hint: 'Give every hand-off an id of its own.',
    });
  }
}
