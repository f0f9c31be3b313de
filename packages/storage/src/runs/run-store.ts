import type { RunStore } from '@cadence/contracts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { exactId, isExactText } from '../exact-text.ts';
import { acceptRun } from './accept-run.ts';
import { cancelRequest } from './cancel-request.ts';
import type { CheckpointRemoval } from './checkpoint-removal.ts';
import { canClaim, claimRun } from './claim-run.ts';
import { finishRun, outcomeParams } from './finish-run.ts';
import { assertLease } from './lease.ts';
import { listRuns } from './list-runs.ts';
import { newRunParams } from './new-run.ts';
import { renewLease } from './renew-lease.ts';
import { type RunRow, runColumns, toRunRecord, unfinished } from './run-row.ts';

const findRun = statement<{ tenantId: string; id: string }, RunRow>(
  `SELECT ${runColumns} FROM runs WHERE tenant_id = $tenantId AND id = $id`,
);
// Naming the unfinished ones too lets it count in their index.
const queuedRuns = statement<Record<string, never>, { queued: number }>(
  `SELECT CAST(COUNT(*) AS INTEGER) AS queued FROM runs WHERE ${unfinished} AND status = 'queued'`,
);

export function createRunStore(database: Database, checkpoints: CheckpointRemoval): RunStore {
  return {
    async accept(run) {
      const params = newRunParams(run);
      if (run.onBusy === 'rollback') await checkpoints.ready?.();
      return database.write((queries) => acceptRun(queries, run, params, checkpoints), { durable: true });
    },

    async acceptAndClaim(run, holder, leaseMs, onClaimed) {
      exactId(holder, 'holder');
      const params = newRunParams(run);
      if (run.onBusy === 'rollback') await checkpoints.ready?.();
      return database.write(
        async (queries) => {
          const accepted = await acceptRun(queries, run, params, checkpoints);
          const claimed = await claimRun(queries, holder, leaseMs, accepted.conversationId);
          const mine = claimed?.run.id === accepted.id;
          return { run: mine ? claimed.run : accepted, claimed };
        },
        { durable: true, onCommit: ({ claimed }) => claimed && onClaimed?.(claimed) },
      );
    },

    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(findRun, { tenantId, id });
      return row && toRunRecord(row);
    },

    list: (tenantId, filter = {}) => listRuns(database, tenantId, filter),

    async claim(holder, leaseMs, conversationId) {
      exactId(holder, 'holder');
      if (!isExactText(conversationId) || !(await canClaim(database, conversationId))) return undefined;
      return database.write((queries) => claimRun(queries, holder, leaseMs, conversationId));
    },

    renew: (lease, runId, leaseMs) => database.write((queries) => renewLease(queries, lease, runId, leaseMs)),

    async finish(lease, runId, outcome, events, staged = []) {
      const end = { outcome, params: outcomeParams(outcome), batch: { events, staged } };
      return database.write((queries) => finishRun(queries, lease, runId, end, checkpoints), {
        durable: true,
      });
    },

    async rollBack(lease, runId) {
      await checkpoints.ready?.();
      await database.write(async (queries) => {
        await assertLease(queries, lease, runId);
        await checkpoints.ofRun(queries, lease.conversationId, runId);
      });
    },

    async requestCancel(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      return database.write((queries) => cancelRequest(queries, tenantId, id), { durable: true });
    },

    hasWork: () => canClaim(database, undefined),

    countQueued: async () => (await database.first(queuedRuns, {}))?.queued ?? 0,
  };
}
