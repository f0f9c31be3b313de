import type { NewRun, RunStore, WorkLimits } from '@cadence-agents/contracts';
import type { Archive } from '../archive/archive.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isExactText } from '../exact-text.ts';
import type { Fitness } from '../fitness.ts';
import { assertLease } from '../rows/lease.ts';
import { notCompleted, type RunRow, runColumns, toRunRecord } from '../rows/run-row.ts';
import { earlierStep, movedSteps } from '../states/go-back.ts';
import type { StateHead } from '../states/state-head.ts';
import { removeStepsOfRun } from '../states/step-rows.ts';
import type { HeadCache } from '../states/step-writer.ts';
import { AnnouncedWorkers } from '../workers/worker-store.ts';
import { acceptAndClaim } from './accept-and-claim.ts';
import { type AcceptedParams, acceptRun } from './accept-run.ts';
import { cancelRequest } from './cancel-request.ts';
import { claimNext } from './claim-next.ts';
import { type Claimant, peekWork } from './claim-runs.ts';
import type { UsageCounter } from './count-ended.ts';
import { EventCommits } from './event-commits.ts';
import { giveFeedback } from './feedback.ts';
import { finishRun } from './finish-run.ts';
import { foundRuns } from './found-runs.ts';
import { listRuns } from './list-runs.ts';
import { newRunParams } from './new-run.ts';
import { outcomeParams } from './outcome-params.ts';
import { claimParked, parkRun } from './parked-runs.ts';
import { removeRun } from './remove-run.ts';
import { renewLease } from './renew-lease.ts';
import { storeCommit } from './store-commit.ts';

const findRun = statement<{ tenantId: string; id: string }, RunRow>(
  `SELECT ${runColumns} FROM runs WHERE tenant_id = $tenantId AND id = $id`,
);
// Naming those that are not completed too lets it count in their index.
const queuedRuns = statement<Record<string, never>, { queued: number }>(
  `SELECT CAST(COUNT(*) AS INTEGER) AS queued FROM runs WHERE ${notCompleted} AND status = 'queued'`,
);
const openConversations = statement<{ most: number }, { open: number }>(
  `SELECT CAST(COUNT(*) AS INTEGER) AS open FROM (
     SELECT 1 FROM conversations WHERE ready_at IS NOT NULL LIMIT $most) AS counted`,
);
const strikeRun = statement<{ id: string; count: number }>(
  'UPDATE runs SET strikes = strikes + $count WHERE id = $id',
);

interface Setup {
  heads: HeadCache;
  fitness: Fitness;
  archive: Archive;
  limits: WorkLimits | undefined;
  usage: UsageCounter;
}

export function createRunStore(
  database: Database,
  { heads, fitness, archive, limits = {}, usage }: Setup,
): RunStore {
  const workers = new AnnouncedWorkers(database);
  const next = claimNext(database, limits);
  const claimantOf = async (holder: string, left: readonly string[] = []): Promise<Claimant> => {
    await workers.announce(holder);
    return { holder, left: JSON.stringify(left) };
  };
  const paramsOf = async (run: NewRun): Promise<AcceptedParams> => {
    const params = newRunParams(run);
    await fitness.demandSchema();
    const { conversationId, goesBackTo } = run;
    if (goesBackTo === undefined) return params;
    return { ...params, back: await earlierStep(database, conversationId, goesBackTo, movedSteps(archive)) };
  };
  return {
    ...runCommits(database, heads, usage),
    ...runReads(database),
    ...foundRuns(database),

    remove: (tenantId, conversationId, id) =>
      removeWithArchive(database, archive, { tenantId, conversationId, id }),

    async accept(run) {
      const params = await paramsOf(run);
      return database.write((queries) => acceptRun(queries, run, params), { durable: true });
    },

    async acceptAndClaim(run, holder, leaseMs, { onClaimed, left } = {}) {
      const params = await paramsOf(run);
      const claimant = await claimantOf(holder, left);
      return acceptAndClaim(database, run, params, claimant, {
        ...{ leaseMs, limits, durable: true },
        onCommit: ({ claimed }) => claimed && onClaimed?.(claimed),
      });
    },

    async claim(holder, leaseMs, { left, ...wanted } = {}) {
      if (!isExactText(...(wanted.conversationIds ?? []))) return [];
      await fitness.demandSchema();
      return next(await claimantOf(holder, left), leaseMs, wanted);
    },

    async claimParked(holder, leaseMs, { unable, conversationIds }) {
      if (!isExactText(...(conversationIds ?? []))) return undefined;
      await fitness.demandSchema();
      const claimant = await claimantOf(holder);
      return claimParked(database, claimant, { unable, conversationIds }, { leaseMs, limits });
    },

    renew: (lease, runId, leaseMs) => database.write((queries) => renewLease(queries, lease, runId, leaseMs)),

    addStrikes: async (id, count) => {
      if (!isExactText(id)) return;
      await database.write((queries) => queries.run(strikeRun, { id, count }), { durable: true });
    },

    giveFeedback: (tenantId, id, feedback) =>
      database.write((queries) => giveFeedback(queries, { tenantId, id }, feedback), { durable: true }),

    async requestCancel(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      return database.write((queries) => cancelRequest(queries, tenantId, id), { durable: true });
    },
  };
}

/** What is asked for without a change. */
function runReads(
  database: Database,
): Pick<RunStore, 'get' | 'list' | 'hasWork' | 'countOpen' | 'countQueued'> {
  return {
    async get(tenantId, id) {
      if (!isExactText(tenantId, id)) return undefined;
      const row = await database.first(findRun, { tenantId, id });
      return row && toRunRecord(row);
    },

    list: (tenantId, filter = {}) => listRuns(database, tenantId, filter),

    async hasWork() {
      const { leftBehind, queued } = await peekWork(database, nobody);
      return leftBehind || queued;
    },

    countOpen: async (most) => (await database.first(openConversations, { most }))?.open ?? 0,

    countQueued: async () => (await database.first(queuedRuns, {}))?.queued ?? 0,
  };
}

const nobody: Claimant = { holder: '', left: '[]' };

/** What a run stores of itself, under its lease. */
function runCommits(
  database: Database,
  heads: HeadCache,
  usage: UsageCounter,
): Pick<RunStore, 'commit' | 'finish' | 'park' | 'rollBack'> {
  const batches = new EventCommits(database);
  const keep = (conversationId: string, head: StateHead | undefined) =>
    head && heads.set(conversationId, head);
  return {
    async commit(lease, runId, commit) {
      const { conversationId } = lease;
      if (await batches.add(lease, runId, commit)) return;
      await database.write(
        async (queries) => {
          const run = await assertLease(queries, lease, runId);
          return storeCommit(queries, run, commit, heads.get(conversationId));
        },
        {
          // Were the start of a call lost in a power cut, its effect would happen again unnoticed.
          durable: commit.calls?.some(({ result }) => result === undefined) ?? false,
          onCommit: (head) => keep(conversationId, head),
        },
      );
    },

    async finish(lease, runId, outcome, commit = {}) {
      const { conversationId } = lease;
      const end = { outcome, params: outcomeParams(outcome), commit };
      const { run } = await finishRun(database, lease, runId, end, heads.get(conversationId), {
        durable: true,
        onCommit: ({ head }) => keep(conversationId, head),
      });
      if (run.status !== 'awaiting_human') usage.add(runId);
      return run;
    },

    park: (lease, runId, why) => database.write((queries) => parkRun(queries, lease, runId, why)),

    async rollBack(lease, runId) {
      await database.write(async (queries) => {
        await assertLease(queries, lease, runId);
        await removeStepsOfRun(queries, lease.conversationId, runId);
      });
    },
  };
}

async function removeWithArchive(
  database: Database,
  archive: Archive,
  place: { tenantId: string; conversationId: string; id: string },
): Promise<void> {
  // It may be moved between the look at the archive and the removal: then there is more to look at.
  for (let isRemoved = false; !isRemoved; ) {
    const moved = await archive.run(place.id);
    isRemoved = await database.write((queries) => removeRun(queries, place, moved), { durable: true });
  }
}
