// A message to a conversation at rest, taken in and begun with at once: what `acceptRun` and `claimRuns` do together,
// without a look at anything first. On PostgreSQL it is one statement instead of a transaction of eight messages.
import { type ClaimedRun, decodeStrict, type UserProfile } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { profileOf } from '../profiles/profile-store.ts';
import { type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { noWorkflows, withWorkflow } from '../rows/spoken-workflows.ts';
import { type BegunAt, begunRow, isCurrent, type NewRunParams } from './new-run.ts';

/** The worker that would begin with the run. */
export type Beginner = { holder: string; leaseMs: number };

type Taking = NewRunParams & Beginner;
type Taken = { position: number; fence: number; is_new: number };
type Begun = BegunAt & { profile_json: string | null };

// One that is known already, by its id or by its key, is for `acceptRun` to find.
const isUnknown = `NOT EXISTS (SELECT 1 FROM runs WHERE id = $id) AND NOT EXISTS (SELECT 1 FROM runs
     WHERE tenant_id = $tenantId AND owner_id = $ownerId AND idempotency_key = $idempotencyKey)`;
const mayBegin = `${isUnknown} AND ${isCurrent}`;
// The tenant is compared so that no index can serve for it: PostgreSQL, planning on an empty table, would take one that
// has all of the tenant's conversations.
const takeKnown = `UPDATE conversations SET last_position = last_position + 1, updated_at = NOW_MS, active_at = NOW_MS,
     ready_at = 0, lease_holder = $holder, lease_until = STEADY_MS + $leaseMs, lease_fence = lease_fence + 1,
     lease_run_id = $id
   WHERE id = $conversationId AND CASE WHEN tenant_id = $tenantId THEN 1 END = 1
     AND lease_holder IS NULL AND ended_through = last_position
     AND (workflows_json IS NULL OR $workflowId IN ITEMS_OF(conversations.workflows_json)) AND ${mayBegin}
   RETURNING last_position AS position, lease_fence AS fence, 0 AS is_new`;
const takeNew = `INSERT INTO conversations (id, tenant_id, owner_id, title_json, metadata_json, created_at, updated_at,
     active_at, last_position, ready_at, lease_holder, lease_until, lease_fence, lease_run_id, workflows_json)
   SELECT CAST($conversationId AS TEXT), CAST($tenantId AS TEXT), CAST($ownerId AS TEXT), CAST($title AS TEXT), '{}',
     NOW_MS, NOW_MS, NOW_MS, 1, 0, CAST($holder AS TEXT), STEADY_MS + $leaseMs, 1, CAST($id AS TEXT),
     CAST($workflows AS TEXT)
   WHERE NOT EXISTS (SELECT 1 FROM conversations WHERE id = $conversationId) AND ${mayBegin}
   ON CONFLICT (id) DO NOTHING
   RETURNING last_position AS position, lease_fence AS fence, 1 AS is_new`;
const insertRun = (position: string, from: string, more: string) =>
  `INSERT INTO runs (id, tenant_id, owner_id, conversation_id, position, workflow_id, workflow_version,
     idempotency_key, input_json, input_message_json, tone, model, metadata_json, terms_json, webhook_json, status,
     attempt, cancel_requested, rollback_requested, created_at, queued_at, started_at)
   SELECT CAST($id AS TEXT), CAST($tenantId AS TEXT), CAST($ownerId AS TEXT), CAST($conversationId AS TEXT),
     ${position}, CAST($workflowId AS TEXT), CAST($workflowVersion AS INTEGER), CAST($idempotencyKey AS TEXT),
     CAST($input AS TEXT), CAST($inputMessage AS TEXT), CAST($tone AS TEXT), CAST($model AS TEXT),
     CAST($metadata AS TEXT), CAST($terms AS TEXT), CAST($webhook AS TEXT), 'running',
     1, 0, 0, NOW_MS, STEADY_MS, NOW_MS ${from}
   RETURNING position, created_at, started_at, ${profileOf('$tenantId', '$ownerId')} AS profile_json${more}`;

const known = statement<Taking, Taken>(takeKnown);
const made = statement<Taking & { workflows: string | null }, Taken>(takeNew);
const begun = statement<NewRunParams & { position: number }, Begun>(
  insertRun('CAST($position AS INTEGER)', '', ''),
);
const takenAndBegun = statement<Taking & { workflows: string | null }, Begun & Taken>(
  `WITH known AS (${takeKnown}), made AS (${takeNew}),
     taken AS (SELECT * FROM known UNION ALL SELECT * FROM made)
   ${insertRun('position', 'FROM taken', ', (SELECT fence FROM taken), (SELECT is_new FROM taken)')}`,
);
const alreadyBegun = statement<{ id: string; holder: string }, RunRow & Begun & Taken>(
  `SELECT ${runColumns}, (SELECT lease_fence FROM conversations
     WHERE id = runs.conversation_id AND lease_run_id = $id AND lease_holder = $holder) AS fence, 0 AS is_new,
     ${profileOf('runs.tenant_id', 'runs.owner_id')} AS profile_json
   FROM runs WHERE id = $id`,
);

/** Inside a transaction; nothing is written when the message is for others to take in. */
export async function beginAtOnce(
  queries: Queries,
  params: NewRunParams,
  beginner: Beginner,
): Promise<ClaimedRun | undefined> {
  const taking = takingOf(params, beginner);
  const taken = (await queries.first(known, taking)) ?? (await queries.first(made, taking));
  const row = taken && (await queries.first(begun, { ...params, position: taken.position }));
  return row && claimOf(begunRow(params, row), { ...taken, ...row }, beginner);
}

/**
 * The same in one statement, for PostgreSQL alone. It is not sent again when the connection was lost on the way: the
 * answer is then `unknown`, and `begunBefore` tells what became of it.
 */
export async function beginByStatement(
  database: Database,
  params: NewRunParams,
  beginner: Beginner,
): Promise<ClaimedRun | 'unknown' | undefined> {
  const rows = await database.changeOnce(takenAndBegun, takingOf(params, beginner));
  if (rows === 'unknown') return rows;
  const [row] = rows;
  return row && claimOf(begunRow(params, row), row, beginner);
}

/** What a statement has begun whose answer was lost. */
export async function begunBefore(
  queries: Queries,
  { id }: NewRunParams,
  beginner: Beginner,
): Promise<ClaimedRun | undefined> {
  const row = await queries.first(alreadyBegun, { id, holder: beginner.holder });
  return row && row.fence !== null ? claimOf(row, row, beginner) : undefined;
}

const takingOf = (params: NewRunParams, beginner: Beginner) => ({
  ...params,
  ...beginner,
  workflows: withWorkflow(noWorkflows, params.workflowId),
});

function claimOf(row: RunRow, taken: Begun & Taken, { holder }: Beginner): ClaimedRun {
  const { fence, is_new: isNew, profile_json: profile } = taken;
  return {
    run: toRunRecord(row),
    lease: { conversationId: row.conversation_id, holder, fence },
    strikes: 0,
    profile: profile === null ? null : decodeStrict<UserProfile>(profile),
    ...(isNew === 1 && { isFirst: true }),
  };
}
