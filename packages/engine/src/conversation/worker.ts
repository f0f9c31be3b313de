// Takes runs from the store and carries them out: several conversations at once, one run of each at a time.
import {
  type NewRun,
  type RunRecord,
  type Signals,
  settlesWithin,
  type WorkerSign,
  workTopic,
} from '@cadence-agents/contracts';
import { newId } from '../machine.ts';
import { type Heart, startHeart } from './heart.ts';
import { type ParkedRuns, parkedRuns } from './parked-runs.ts';
import { type RunJobSetup, startRunJob } from './run-job.ts';
import { type ReservedRoom, RunJobs } from './run-jobs.ts';
import { watchStoreFailure } from './store-failure.ts';
import { startWorkSearch, type WantedWork, type WorkSearch } from './work-search.ts';
import { WorkShare } from './work-share.ts';

export interface WorkerOptions {
  /** How long conversations stay ours without a sign of life. */
  leaseMs?: number;
  /** Carry out the runs of this conversation and no others. */
  only?: string;
  /** Conversations at once. */
  concurrency?: number;
  /** How long work beyond the share of this worker is left to others, before it takes that too; half a lease when absent. */
  patienceMs?: number;
}

export interface WorkerSetup extends Omit<RunJobSetup, 'leaseMs' | 'onStoreFault' | 'park'>, WorkerOptions {
  signals: Signals;
  /** Another object whenever other tools are here: what could not be carried out is then tried again. */
  tools?: (() => unknown) | undefined;
}

export interface Worker {
  /** Commits a message, and begins with it at once when its turn has come and there is room. */
  accept(run: NewRun): Promise<RunRecord>;
  /** Stores at once what a run has told that is under way here, for whoever is about to read it. */
  storeTold(runId: string): Promise<void>;
  /** Whether runs may be carried out elsewhere. */
  hasOthers(): Promise<boolean>;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Rejects with a typed error once the store has failed for good. The worker still tries, in case it recovers. */
  failed: Promise<never>;
  /** Takes no further run and waits for those under way; after `timeoutMs` they are left for another to take up. */
  stop(timeoutMs?: number): Promise<void>;
}

/** Work can appear without a signal: another process left it, or added it. Each look is some questions to the store. */
const LOOK_EVERY_MS = 500;
/** What was set aside waits for seconds anyway. */
const LOOKS_FOR_PARKED = 2;
/**
 * A lease lasts so many times as long as a worker may be silent. Whoever finds a worker silent ends its leases, so that
 * they are prolonged for long runs only, and no row of a run is written every second.
 */
const LEASE_FACTOR = 10;
/** How long the store may take to learn that the worker is no more; else it finds out by itself. */
const LEAVE_MS = 2_000;

export function startWorker(setup: WorkerSetup): Worker {
  const { store, signals, only, concurrency = 100, leaseMs: aliveMs = 30_000 } = setup;
  /** Name of this worker among those that share the store. */
  const holder = newId();
  // Nobody is to leave work for one that takes only some, or no more.
  const capacity = only === undefined ? concurrency : 0;
  const share = new WorkShare(capacity);
  const { failed, report, recovered } = watchStoreFailure();
  /** Short until others would notice that it is silent. */
  let leaseMs = aliveMs;
  const parked = parkedRuns({ ...setup, runs: store.runs, holder, parkedMs: aliveMs / 2 });
  const jobs = new RunJobs({
    start: (claimed) => startRunJob({ ...setup, leaseMs, park: parked.park, onStoreFault: report }, claimed),
    onEnd(conversationId, { carriedOut, hasNext }) {
      if (carriedOut) recovered();
      // Others may have waited for its room.
      if (hasNext || search.hasBacklog() || Math.min(room(), ownShare()) <= 1) search.look(conversationId);
    },
  });
  let stopped = false;
  const room = () => (stopped ? 0 : concurrency - jobs.count);
  const ownShare = () => share.most - jobs.count;
  const search = startWorkSearch({
    prepare: () => countOpen(share, store),
    claim: (wanted) => claimWork({ store, holder, leaseMs, jobs, parked, only }, wanted),
    room,
    share: ownShare,
    patienceMs: setup.patienceMs ?? aliveMs / 2,
    onFault(error) {
      setup.log.error('looking for work failed', { error });
      report(error);
    },
  });
  const giveSignOfLife = async () => {
    const sign = { aliveMs, leaseMs: aliveMs * LEASE_FACTOR, capacity: stopped ? 0 : capacity };
    share.hear(await giveSign({ store, holder, jobs }, sign));
    leaseMs = sign.leaseMs;
  };
  const heart = startHeart(aliveMs / 3, giveSignOfLife);
  const stopLooking = lookWhenever({ search, parked, jobs, heart, signals });

  return {
    idle: () => untilIdle(search, jobs),
    failed,
    storeTold: jobs.storeTold,
    async hasOthers() {
      await giveSignOfLife();
      return !share.isAlone;
    },
    async accept(run) {
      const isOurs = (only ?? run.conversationId) === run.conversationId;
      share.accepted();
      const mayBegin = isOurs && room() > 0 && ownShare() > 0 && !search.hasBacklog();
      if (!mayBegin) return acceptOnly(setup, run);
      return inReservedRoom(jobs, 1, async (reserved) => {
        // A run may begin while its message is still on the way to the disk: only the sender has to wait for that.
        const options = { onClaimed: reserved.use, left: [...jobs.left] };
        const { run: accepted, claimed } = await store.runs.acceptAndClaim(run, holder, leaseMs, options);
        if (!claimed) signalWork(signals, accepted.conversationId);
        return accepted;
      });
    },
    async stop(timeoutMs = 10_000) {
      stopped = true;
      stopLooking();
      await settlesWithin(timeoutMs, untilIdle(search, jobs));
      for (const job of jobs.all) job.abandon('the process is stopping');
      await settlesWithin(LEAVE_MS, leave(heart, store, holder));
    },
  };
}

async function untilIdle(search: WorkSearch, jobs: RunJobs): Promise<void> {
  while (search.underWay() || jobs.all.length > 0) await Promise.all([search.underWay(), jobs.done()]);
}

async function leave(heart: Heart, { workers }: WorkerSetup['store'], holder: string): Promise<void> {
  await heart.stop();
  await workers.leave(holder).catch(() => {});
}

interface Claiming extends Pick<WorkerSetup, 'store'> {
  only: string | undefined;
  holder: string;
  leaseMs: number;
  jobs: RunJobs;
  parked: ParkedRuns;
}

/** Takes up what is queued, else what was set aside; tells whether there was any. */
function claimWork(
  { store, only, holder, leaseMs, jobs, parked }: Claiming,
  { conversationIds, ...wanted }: WantedWork,
): Promise<boolean> {
  return inReservedRoom(jobs, wanted.most, async (reserved) => {
    const named = only === undefined ? conversationIds : [only];
    const left = [...jobs.left];
    const queued = await store.runs.claim(holder, leaseMs, { ...wanted, conversationIds: named, left });
    for (const each of queued) {
      reserved.use(each);
      parked.notDue(each.run.conversationId);
    }
    if (queued.length > 0 || conversationIds) return queued.length > 0;
    const setAside = await parked.claim(leaseMs);
    if (setAside) reserved.use(setAside);
    return setAside !== undefined;
  });
}

async function countOpen(share: WorkShare, store: WorkerSetup['store']): Promise<void> {
  if (!share.isAlone) share.counted(await store.runs.countOpen(share.all));
}

async function inReservedRoom<T>(
  jobs: RunJobs,
  count: number,
  claim: (room: ReservedRoom) => Promise<T>,
): Promise<T> {
  const room = jobs.reserve(count);
  try {
    return await claim(room);
  } finally {
    room.giveBack();
  }
}

interface Looking {
  search: WorkSearch;
  parked: ParkedRuns;
  jobs: RunJobs;
  heart: Heart;
  signals: Signals;
}

/** Looks for work at every signal, and every so often; those at work on a conversation learn what is asked of them. */
function lookWhenever({ search, parked, jobs, heart, signals }: Looking): () => void {
  const look = (conversationId?: string) => {
    parked.due(conversationId);
    search.look(conversationId);
  };
  const stopListening = signals.subscribe(workTopic, (signal) => {
    const conversationId = (signal.type === 'work' && signal.conversationId) || undefined;
    look(conversationId);
    // What is not known may be anywhere.
    if (conversationId === undefined) heart.beat();
    for (const job of jobs.all) if (job.conversationId === conversationId) job.renew();
  });
  let looks = 0;
  const poll = setInterval(() => {
    if (++looks % LOOKS_FOR_PARKED === 0) parked.due();
    search.look();
  }, LOOK_EVERY_MS).unref();
  look();
  return () => {
    stopListening();
    clearInterval(poll);
  };
}

/** Says that this worker lives, and has its runs hear what is asked of them. Returns how much room others have. */
async function giveSign(
  { store, holder, jobs }: Pick<WorkerSetup, 'store'> & { holder: string; jobs: RunJobs },
  sign: Omit<WorkerSign, 'conversations' | 'left'>,
): Promise<number> {
  const known = jobs.all;
  const conversations = known.map(({ conversationId }) => conversationId);
  const { held, others } = await store.workers.beat(holder, { ...sign, conversations, left: [...jobs.left] });
  const leases = new Map(held.map((lease) => [lease.conversationId, lease]));
  for (const job of known) if (jobs.has(job)) job.hear(leases.get(job.conversationId));
  return others;
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
