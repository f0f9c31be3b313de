import {
  CadenceError,
  endedAs,
  type HandoffRequest,
  type Lease,
  type RunCommit,
  type RunOutcome,
} from '@cadence-agents/contracts';
import type { Database, Queries, WriteOptions } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { runEnded } from '../rows/conversation-lock.ts';
import { assertLease } from '../rows/lease.ts';
import type { RunRow } from '../rows/run-row.ts';
import type { StateHead } from '../states/state-head.ts';
import { removeStepsOfRun } from '../states/step-rows.ts';
import { addDelivery } from '../webhooks/add-delivery.ts';
import { endByStatement, type RunEnd } from './end-by-statement.ts';
import { type OutcomeParams, outcomeColumns } from './outcome-params.ts';
import { storeCommit } from './store-commit.ts';

type EndRow = {
  owner_id: string;
  status: RunRow['status'];
  rollback_requested: number;
  webhook_json: string | null;
};
const endRun = statement<OutcomeParams & { ordinal: number; status: string }, EndRow>(
  // A hand-off that was called off meanwhile has nobody to wait for, and of a run that is undone nothing is completed.
  `UPDATE runs SET
     status = CASE WHEN rollback_requested = 1 OR ($status = 'awaiting_human' AND cancel_requested = 1)
       THEN 'cancelled' ELSE $status END,
     ${outcomeColumns},
     ended_at = CASE WHEN $status = 'awaiting_human' AND cancel_requested = 0 THEN NULL ELSE NOW_MS END
   WHERE ordinal = $ordinal RETURNING owner_id, status, rollback_requested, webhook_json`,
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
const giveBack = statement<{ ordinal: number }, { ready_at: number | null }>(
  `UPDATE conversations SET lease_holder = NULL, lease_until = 0, lease_run_id = NULL, updated_at = NOW_MS,
     ${runEnded} WHERE ordinal = $ordinal RETURNING ready_at`,
);

/** Ends a run with its last commit, and gives its lease back. */
export async function finishRun(
  database: Database,
  lease: Lease,
  runId: string,
  end: Ending,
  cached: StateHead | undefined,
  options: WriteOptions<RunEnd>,
): Promise<RunEnd> {
  const tried =
    database.dialect === 'postgres' ? await endByStatement(database, lease, runId, end, cached) : undefined;
  if (tried && 'end' in tried) {
    options.onCommit?.(tried.end);
    return tried.end;
  }
  return database.write(
    async (queries) => (await tried?.look(queries)) ?? finishIn(queries, lease, runId, end, cached),
    options,
  );
}

interface Ending {
  outcome: RunOutcome;
  params: OutcomeParams;
  commit: RunCommit;
}

async function finishIn(
  queries: Queries,
  lease: Lease,
  runId: string,
  end: Ending,
  cached: StateHead | undefined,
): Promise<RunEnd> {
  const run = await assertLease(queries, lease, runId);
  const row = await queries.first(endRun, {
    ...end.params,
    ordinal: run.ordinal,
    status: end.outcome.status,
  });
  if (!row) throw new CadenceError('RUN_NOT_FOUND', `There is no run "${runId}".`);
  const commit = { ...end.commit, events: endedAs(end.commit.events ?? [], row.status) };
  const head = await storeCommit(queries, run, commit, cached);
  // Whoever asked for it is promised that the effects are undone, also when the run ended before it noticed.
  if (row.rollback_requested === 1) await removeStepsOfRun(queries, lease.conversationId, runId);
  const { handoff } = end.outcome;
  const of = { tenantId: run.tenantId, runId, conversationId: lease.conversationId };
  if (row.status === 'awaiting_human' && handoff) {
    await askForAnswer(queries, of, handoff, end.params.handoff ?? '');
  }
  await addDelivery(queries, { ...of, ownerId: row.owner_id, webhook: row.webhook_json, status: row.status });
  const { ready_at: readyAt = null } = (await queries.first(giveBack, { ordinal: run.conversation })) ?? {};
  return { run: { status: row.status, hasNext: readyAt !== null }, head };
}

async function askForAnswer(
  queries: Queries,
  of: { tenantId: string; runId: string; conversationId: string },
  { id }: HandoffRequest,
  request: string,
): Promise<void> {
  const asked = await queries.run(askPerson, { ...of, id, request });
  if (asked === 0) {
    throw new CadenceError('INPUT_INVALID', `The hand-off id "${id}" is used by another run.`, {
      hint: 'Give every hand-off an id of its own.',
    });
  }
}
