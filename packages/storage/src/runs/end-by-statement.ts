// The end of a run in one statement, for PostgreSQL: its outcome, its last step and events and the lease that is given
// back, instead of a transaction of eight messages. What it does not end, `finishRun` does, which tells why not.
import type { EndedRun, Lease, RunCommit, RunOutcome } from '@cadence-agents/contracts';
import type { Database, Queries } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { batchOf, followsEvents, insertBatchOf, type NewBatch } from '../events/append-events.ts';
import { lockConversation } from '../rows/conversation-lock.ts';
import { placesFrom } from '../rows/run-places.ts';
import type { RunRow } from '../rows/run-row.ts';
import type { StateHead } from '../states/state-head.ts';
import { followsHead, insertStepOf, type NewStep } from '../states/step-rows.ts';
import { stepAfter } from '../states/step-writer.ts';
import { type OutcomeParams, outcomeColumns } from './outcome-params.ts';

type Place = { conversationId: string; holder: string; fence: number; runId: string };
type Ending = Place & OutcomeParams & NewBatch & { status: string };
type Ended = Pick<RunRow, 'status'> & { ready_at: number | null; stepped_at: number | null };

// An end is plain when there is nothing to undo, nobody to ask or to notify, and no run after it. The last is read off
// the locked row: the statement sees `runs` as of its start, without those accepted while it waited for the lock.
const isPlain = `r.rollback_requested = 0 AND r.webhook_json IS NULL AND $status <> 'awaiting_human'
       AND c.last_position = r.position`;

const endWith = (steps: 'one step' | 'no step'): string => {
  const hasStep = steps === 'one step';
  return `WITH held AS (
     SELECT r.ordinal, c.ordinal AS conversation FROM conversations c JOIN runs r ON r.id = c.lease_run_id
     WHERE c.id = $conversationId AND c.lease_holder = $holder AND c.lease_fence = $fence AND r.id = $runId
       AND ${isPlain} AND ${followsEvents('r.ordinal')} ${hasStep ? `AND ${followsHead('c.ordinal')}` : ''}
     FOR NO KEY UPDATE OF c
   ), ended AS (
     UPDATE runs SET status = $status, ${outcomeColumns}, ended_at = NOW_MS
     WHERE ordinal = (SELECT ordinal FROM held) RETURNING status
   ), told AS (
     ${insertBatchOf('ordinal')} FROM held
   ), stepped AS (
     ${hasStep ? `${insertStepOf({ conversation: 'conversation', run: 'ordinal' })} FROM held RETURNING created_at` : 'SELECT NULL::bigint AS created_at'}
   ), freed AS (
     UPDATE conversations SET lease_holder = NULL, lease_until = 0, lease_run_id = NULL, updated_at = NOW_MS,
       ready_at = NULL, ended_through = last_position
     WHERE ordinal = (SELECT conversation FROM held) RETURNING ready_at
   )
   SELECT ended.status, freed.ready_at, stepped.created_at AS stepped_at FROM ended, freed, stepped`;
};
const endAfterStep = statement<Ending & NewStep, Ended>(endWith('one step'));
const endWithoutStep = statement<Ending, Ended>(endWith('no step'));

const endedBefore = statement<NewBatch & { runId: string; status: string }, Ended>(
  `SELECT status, (SELECT ready_at FROM conversations WHERE id = runs.conversation_id) AS ready_at,
     NULL::bigint AS stepped_at
   FROM runs WHERE id = $runId AND status = $status AND EXISTS (SELECT 1 FROM event_batches
     WHERE place = ${placesFrom('runs.ordinal')} + CAST($lastSeq AS INTEGER) AND first_seq = $firstSeq
       AND has_calls IS NOT DISTINCT FROM CAST($hasCalls AS INTEGER)
       AND body IS NOT DISTINCT FROM $body AND packed IS NOT DISTINCT FROM CAST($packed AS BYTES))`,
);

export interface RunEnd {
  run: EndedRun;
  /** Where its conversation stands, if it took a step. */
  head: StateHead | undefined;
}

/** `look` tells, in a transaction, how it ended, where a lost connection has left that open. */
type Tried = { end: RunEnd } | { look: (queries: Queries) => Promise<RunEnd | undefined> } | undefined;

export async function endByStatement(
  database: Database,
  { conversationId, holder, fence }: Lease,
  runId: string,
  { outcome, params, commit }: { outcome: RunOutcome; params: OutcomeParams; commit: RunCommit },
  cached: StateHead | undefined,
): Promise<Tried> {
  const { events = [], steps = [], ...rest } = commit;
  const [step, ...more] = steps;
  if (events.length === 0 || more.length > 0) return undefined;
  const batch = batchOf(runId, events, rest);
  const { status } = outcome;
  const ending = { conversationId, holder, fence, runId, status, ...params, ...batch };
  const next = step && stepAfter(step, cached);
  const rows = next
    ? await database.changeOnce(endAfterStep, { ...ending, ...next.row })
    : await database.changeOnce(endWithoutStep, ending);
  if (rows === 'unknown') {
    const look = async (queries: Queries) => {
      // It may still be under way.
      await lockConversation(queries, conversationId);
      const row = await queries.first(endedBefore, { runId, status, ...batch });
      return row && { run: endedRun(row), head: undefined };
    };
    return { look };
  }
  const [row] = rows;
  const head = row && next && { ...next.head, createdAt: row.stepped_at ?? 0 };
  return row && { end: { run: endedRun(row), head } };
}

const endedRun = ({ status, ready_at: readyAt }: Ended): EndedRun => ({ status, hasNext: readyAt !== null });
