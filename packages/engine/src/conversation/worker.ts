// Takes runs from the store and carries them out: several conversations at once, one run of each at a time.
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CadenceError,
  type ClaimedRun,
  type NewRun,
  type RunEvent,
  type RunRecord,
  type Signals,
  settlesWithin,
  workTopic,
} from '@cadence/contracts';
import { withFields } from '../log.ts';
import { inRun } from '../run-scope.ts';
import { type ParkedRuns, parkedRuns } from './parked-runs.ts';
import type { ObserveRun } from './run-observer.ts';
import { isLasting, isStoreFault, watchStoreFailure } from './store-failure.ts';
import { carryOut, giveUp, isGivenUp, type StoredRunSetup } from './stored-run.ts';

export interface WorkerOptions {
  /** How long a conversation stays ours without a sign of life. */
  leaseMs?: number;
  /** Carry out the runs of this conversation and no others. */
  only?: string;
  /** Conversations at once. */
  concurrency?: number;
}

export interface WorkerSetup extends StoredRunSetup, WorkerOptions {
  signals: Signals;
  /** Called when the store keeps a run from going on, and not for a moment only. */
  onLeft?: ((runId: string, error: unknown) => void) | undefined;
  observe?: ObserveRun | undefined;
  /** Another object whenever other tools are here: what could not be carried out is then tried again. */
  tools?: (() => unknown) | undefined;
}

export interface Worker {
  /** Commits a message, and begins with it at once when its turn has come and there is room. */
  accept(run: NewRun): Promise<RunRecord>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Rejects with a typed error once the store has failed for good. The worker still tries, in case it recovers. */
  failed: Promise<never>;
  /** Takes no further run and waits for those under way; after `timeoutMs` they are left for another to take up. */
  stop(timeoutMs?: number): Promise<void>;
}

/** A run under way in this process. */
interface Job {
  /** Resolves with whether the run was carried out, and not left to be taken up again. */
  done: Promise<boolean>;
  conversationId: string;
  /** Prolongs the lease and learns whether to stop. */
  renew: () => Promise<void>;
  abandon: (error: unknown) => void;
}

export function startWorker(setup: WorkerSetup): Worker {
  const { store, signals, leaseMs = 30_000, concurrency = 100, only } = setup;
  /** Name of this worker among those that share the store. */
  const holder = randomUUID();
  const jobs = new Set<Job>();
  /** Conversations that are not worked on here any more although the store may still think so. */
  const left = new Set<string>();
  const { failed, report, recovered } = watchStoreFailure();
  const parked = parkedRuns({ runs: store.runs, holder, leaseMs, only, tools: setup.tools ?? (() => null) });
  let stopped = false;
  const hasRoom = () => !stopped && jobs.size < concurrency;
  const begin = (claimed: ClaimedRun) => {
    const job = startJob(setup, claimed, { leaseMs, parked, onStoreFault: report });
    jobs.add(job);
    left.delete(job.conversationId);
    job.done.then((carriedOut) => {
      jobs.delete(job);
      if (carriedOut) recovered();
      else left.add(job.conversationId);
      search.look(job.conversationId);
    });
  };
  const claim = (conversationId: string | undefined) =>
    store.runs.claim(holder, leaseMs, { conversationId, left: [...left] });
  const search = startSearch({
    claim: async (named) => (await claim(only ?? named)) ?? parked.claim(only ?? named),
    hasRoom,
    begin,
    onFault(error) {
      setup.log.error('looking for work failed', { error });
      report(error);
    },
  });
  const look = (conversationId?: string) => {
    parked.due(conversationId);
    search.look(conversationId);
  };
  const stopListening = listen(signals, jobs, look);
  // Work can appear without a signal: another process left it, or added it.
  const poll = setInterval(() => look(), Math.max(250, leaseMs / 3)).unref();
  look();

  const idle = async () => {
    while (search.underWay() || jobs.size > 0) {
      await search.underWay();
      await Promise.all([...jobs].map(({ done }) => done));
    }
  };
  return {
    idle,
    failed,
    async accept(run) {
      const isOurs = (only ?? run.conversationId) === run.conversationId;
      if (!isOurs || !hasRoom()) return acceptOnly(setup, run);
      // A run may begin while its message is still on the way to the disk: only the sender has to wait for that.
      const { run: accepted, claimed } = await store.runs.acceptAndClaim(run, holder, leaseMs, {
        onClaimed: begin,
        left: [...left],
      });
      if (!claimed) signalWork(signals, accepted.conversationId);
      return accepted;
    },
    async stop(timeoutMs = 10_000) {
      stopped = true;
      stopListening();
      clearInterval(poll);
      await settlesWithin(timeoutMs, idle());
      for (const job of jobs) job.abandon('the process is stopping');
    },
  };
}

/** Looks where a signal says, and has the runs there learn whether to stop; returns how to end that. */
function listen(
  signals: Signals,
  jobs: ReadonlySet<Job>,
  look: (conversationId?: string) => void,
): () => void {
  return signals.subscribe(workTopic, (signal) => {
    const conversationId = (signal.type === 'work' && signal.conversationId) || undefined;
    look(conversationId);
    // What is not known may be anywhere.
    for (const job of jobs) if ((conversationId ?? job.conversationId) === job.conversationId) job.renew();
  });
}

/** Commits a message for whoever has a worker. */
export async function acceptOnly(
  { store, signals }: Pick<WorkerSetup, 'store' | 'signals'>,
  run: NewRun,
): Promise<RunRecord> {
  const accepted = await store.runs.accept(run);
  signalWork(signals, accepted.conversationId);
  return accepted;
}

export function signalWork(signals: Signals, conversationId: string | null): void {
  signals.publish(workTopic, { type: 'work', conversationId });
}

interface Search {
  /** Looks for work now. A conversation that is named is claimed by name: that waits for a lock that others skip. */
  look(conversationId?: string): void;
  /** The search that goes on now, if any. */
  underWay(): Promise<void> | undefined;
}

interface SearchSetup {
  claim: (conversationId: string | undefined) => Promise<ClaimedRun | undefined>;
  hasRoom: () => boolean;
  begin: (claimed: ClaimedRun) => void;
  onFault: (error: unknown) => void;
}

/** One search at a time; asked to look meanwhile, it looks once more. */
function startSearch({ claim, hasRoom, begin, onFault }: SearchSetup): Search {
  const named = new Set<string>();
  let underWay: Promise<void> | undefined;
  let again = false;

  const search = async () => {
    while (again) {
      again = false;
      while (hasRoom()) {
        const [next] = named;
        if (next !== undefined) named.delete(next);
        const claimed = await claim(next);
        if (claimed) begin(claimed);
        else if (next === undefined) break;
      }
    }
  };
  return {
    look(conversationId) {
      again = true;
      if (conversationId !== undefined) named.add(conversationId);
      underWay ??= search()
        .catch(onFault)
        .finally(() => {
          underWay = undefined;
        });
    },
    underWay: () => underWay,
  };
}

interface JobSetup {
  leaseMs: number;
  parked: ParkedRuns;
  onStoreFault: (error: unknown) => void;
}

function startJob(setup: WorkerSetup, claimed: ClaimedRun, { leaseMs, parked, onStoreFault }: JobSetup): Job {
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
    if (isStoreFault(error)) onStoreFault(error);
    if (isLasting(error)) setup.onLeft?.(run.id, error);
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
    async park() {
      await parked.park(claimed);
      signalWork(setup.signals, run.conversationId);
    },
  };
  const carry = async () => {
    const onEvent = (event: RunEvent) => {
      setup.onEvent(event);
      observer?.onEvent(event);
    };
    const own = { ...setup, log, onEvent };
    if (isGivenUp(claimed)) return giveUp(own, claimed, control);
    if (run.cancelRequested) await renew();
    return carryOut(own, claimed, control);
  };
  const heartbeat = setInterval(renew, leaseMs / 3);
  const done = inRun(run.id, carry)
    .catch(abandon)
    .then(() => {
      ended = true;
      clearInterval(heartbeat);
      observer?.onLeft();
      return !abandoned;
    });
  return { done, conversationId: run.conversationId, renew, abandon };
}
