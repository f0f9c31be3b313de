// Takes runs from the store and carries them out: several conversations at once, one run of each at a time.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CadenceError,
  type ClaimedRun,
  type NewRun,
  type RunEvent,
  type RunRecord,
} from '@cadence/contracts';
import { withFields } from '../log.ts';
import type { ObserveRun } from './run-observer.ts';
import { carryOut, type StoredRunSetup } from './stored-run.ts';

export interface WorkerSetup extends StoredRunSetup {
  /** Name of this process among those that share the store. */
  holder?: string;
  /** How long a conversation stays ours without a sign of life. */
  leaseMs?: number;
  /** Carry out the runs of this conversation and no others. */
  only?: string;
  /** Conversations at once. */
  concurrency?: number;
  observe?: ObserveRun | undefined;
}

export interface Worker {
  /** Commits a message, and begins with it at once when its turn has come and there is room. */
  accept(run: NewRun): Promise<RunRecord>;
  /** Looks for work now, as after a run was accepted; a run of that conversation asks whether it is to stop. */
  kick(conversationId?: string): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Takes no further run and waits for those under way; after `patienceMs` they are left for another to take up. */
  stop(patienceMs?: number): Promise<void>;
}

/** A run under way in this process. */
interface Job {
  done: Promise<void>;
  conversationId: string;
  /** Prolongs the lease and learns whether to stop. */
  renew: () => Promise<void>;
  abandon: (error: unknown) => void;
}

/** A run that dies this often takes its process down each time; it is not tried again. */
const MOST_ATTEMPTS = 20;

export function startWorker(setup: WorkerSetup): Worker {
  const { store, log, holder = randomUUID(), leaseMs = 30_000, concurrency = 100 } = setup;
  const jobs = new Set<Job>();
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  /** Conversations that were kicked: their runs are claimed by name, which waits for a lock that a search skips. */
  const kicked = new Set<string>();

  const look = async () => {
    while (lookAgain && !stopped) {
      lookAgain = false;
      while (!stopped && jobs.size < concurrency) {
        const [named] = kicked;
        if (named !== undefined) kicked.delete(named);
        const claimed = await store.runs.claim(holder, leaseMs, setup.only ?? named);
        if (!claimed && named !== undefined) continue;
        if (!claimed) break;
        begin(claimed);
      }
    }
  };
  const begin = (claimed: ClaimedRun) => {
    const job = startJob(setup, claimed, leaseMs);
    jobs.add(job);
    job.done.finally(() => {
      jobs.delete(job);
      kick(job.conversationId);
    });
  };
  const kick = (conversationId?: string) => {
    lookAgain = true;
    if (conversationId !== undefined) kicked.add(conversationId);
    looking ??= look()
      .catch((error: unknown) => log.error('looking for work failed', { error }))
      .finally(() => {
        looking = undefined;
      });
    for (const job of jobs) if (job.conversationId === conversationId) job.renew();
  };
  const idle = async () => {
    while (looking || jobs.size > 0) {
      await looking;
      await Promise.all([...jobs].map(({ done }) => done));
    }
  };

  // Work can appear without a kick: another process left it, or added it.
  const poll = setInterval(() => kick(), Math.max(250, leaseMs / 3));
  poll.unref();
  kick();
  return {
    kick,
    idle,
    async accept(run) {
      const isOurs = (setup.only ?? run.conversationId) === run.conversationId;
      if (stopped || !isOurs || jobs.size >= concurrency) return store.runs.accept(run);
      // A run may begin while its message is still on the way to the disk: only the sender has to wait for that.
      const { run: accepted, claimed } = await store.runs.acceptAndClaim(run, holder, leaseMs, begin);
      if (!claimed) kick(accepted.conversationId);
      return accepted;
    },
    async stop(patienceMs = 10_000) {
      stopped = true;
      clearInterval(poll);
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs);
      });
      await Promise.race([idle(), patience]);
      clearTimeout(timer);
      for (const job of jobs) job.abandon('the process is stopping');
    },
  };
}

function startJob(setup: WorkerSetup, claimed: ClaimedRun, leaseMs: number): Job {
  const { store } = setup;
  const { run, lease } = claimed;
  const log = withFields(setup.log, { runId: run.id, conversationId: run.conversationId });
  const observer = setup.observe?.(run);
  const controller = new AbortController();
  let rollback = false;
  let abandoned = false;
  let ended = false;

  const abandon = (error: unknown) => {
    if (abandoned) return;
    abandoned = true;
    log.warn('run left to be taken up again', { error });
    controller.abort();
  };
  const renew = async () => {
    try {
      const asked = await store.runs.renew(lease, run.id, leaseMs);
      rollback = asked.rollback;
      if (asked.cancelRequested) controller.abort();
    } catch (error) {
      // The store being away for a moment does not end the lease; another holder does, or the end of the run, which
      // may have been stored just before and is told in this turn of the event loop.
      await nextTurn();
      if (!ended && CadenceError.is(error) && error.code === 'LEASE_LOST') abandon(error);
    }
  };
  const control = {
    signal: controller.signal,
    rollback: () => rollback,
    abandon,
    abandoned: () => abandoned,
  };
  const carry = async () => {
    if (run.attempt > MOST_ATTEMPTS) return giveUp(setup, claimed);
    if (run.cancelRequested) await renew();
    const onEvent = (event: RunEvent) => {
      setup.onEvent(event);
      observer?.onEvent(event);
    };
    await carryOut({ ...setup, log, onEvent }, claimed, control);
  };
  const heartbeat = setInterval(renew, leaseMs / 3);
  const done = carry()
    .catch(abandon)
    .finally(() => {
      ended = true;
      clearInterval(heartbeat);
      observer?.onLeft();
    });
  return { done, conversationId: run.conversationId, renew, abandon };
}

async function giveUp({ store }: StoredRunSetup, { run, lease }: ClaimedRun): Promise<void> {
  const message = `The run was interrupted ${run.attempt - 1} times and is not tried again.`;
  const error = { code: 'INTERNAL', message };
  const outcome = { status: 'failed', answer: message, usage: run.usage, error, handoff: null } as const;
  await store.runs.finish(lease, run.id, outcome);
}
