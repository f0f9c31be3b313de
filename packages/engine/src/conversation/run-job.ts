// A run under way in this process: carried out under its lease, and left when that is lost.
import { CadenceError, type ClaimedRun, type HeldLease, type RunEvent } from '@cadence-agents/contracts';
import { withFields } from '../log.ts';
import { inRun } from '../run-scope.ts';
import { isGivenUp } from './given-up.ts';
import type { ObserveRun } from './run-observer.ts';
import { isLasting, isStoreFault } from './store-failure.ts';
import { carryOut, giveUp, type StoredRunSetup } from './stored-run.ts';

export interface RunJobSetup extends StoredRunSetup {
  leaseMs: number;
  observe?: ObserveRun | undefined;
  /** Called when the store keeps a run from going on, and not for a moment only. */
  onLeft?: ((runId: string, error: unknown) => void) | undefined;
  onStoreFault: (error: unknown) => void;
  /** Leaves the run to a process that has its tools. */
  park: (claimed: ClaimedRun) => Promise<void>;
}

/** How the work on a run ended here. */
export interface JobEnd {
  /** It was carried out, and not left to be taken up again. */
  carriedOut: boolean;
  /** Whether its conversation may have another run to carry out. */
  hasNext: boolean;
}

export interface RunJob {
  done: Promise<JobEnd>;
  runId: string;
  conversationId: string;
  /** Stores at once what the run has told. */
  storeTold: () => Promise<void>;
  /** What the store has of the lease; nothing when another holds the conversation. */
  hear: (held: HeldLease | undefined) => Promise<void>;
  /** Prolongs the lease and learns whether to stop. */
  renew: () => Promise<void>;
  abandon: (error: unknown) => void;
}

export function startRunJob(setup: RunJobSetup, claimed: ClaimedRun): RunJob {
  const { store, leaseMs } = setup;
  const { run, lease } = claimed;
  const log = withFields(setup.log, { runId: run.id, conversationId: run.conversationId });
  const observer = setup.observe?.(run);
  const controller = new AbortController();
  let rollback = false;
  let abandoned = false;
  let ended = false;
  let flush: (() => Promise<void>) | undefined;

  const abandon = (error: unknown) => {
    if (abandoned) return;
    abandoned = true;
    log.warn('run left to be taken up again', { error });
    if (isStoreFault(error)) setup.onStoreFault(error);
    if (isLasting(error)) setup.onLeft?.(run.id, error);
    controller.abort();
  };
  const lose = async (error: unknown) => {
    // The end of the run may have been stored just before, and be told as soon as it is on the disk.
    const stored = await store.runs.get(run.tenantId, run.id).catch(() => undefined);
    const isOver = stored?.attempt === run.attempt && stored.status !== 'running';
    if (!ended && !isOver) abandon(error);
  };
  const heed = (asked: Pick<HeldLease, 'cancelRequested' | 'rollback'>) => {
    rollback = asked.rollback;
    if (asked.cancelRequested) controller.abort();
  };
  const hear = async (held: HeldLease | undefined) => {
    if (held?.fence === lease.fence) heed(held);
    else await lose(new CadenceError('LEASE_LOST', `Another worker goes on with the run "${run.id}".`));
  };
  const renew = async () => {
    try {
      heed(await store.runs.renew(lease, run.id, leaseMs));
    } catch (error) {
      // The store being away for a moment does not end the lease; another holder does.
      if (CadenceError.is(error) && error.code === 'LEASE_LOST') await lose(error);
    }
  };
  const control = {
    signal: controller.signal,
    rollback: () => rollback,
    abandon,
    abandoned: () => abandoned,
    onOpened: (storeTold: () => Promise<void>) => {
      flush = storeTold;
    },
    park: () => setup.park(claimed),
  };
  const carry = async () => {
    const onEvent = (event: RunEvent) => {
      setup.onEvent(event);
      observer?.onEvent(event);
    };
    const own = { ...setup, log, onEvent };
    if (await isGivenUp(store, claimed)) return giveUp(own, claimed, control);
    if (run.cancelRequested) await renew();
    return carryOut(own, claimed, control);
  };
  const done = inRun(run.id, carry)
    .catch(abandon)
    .then((run): JobEnd => {
      ended = true;
      observer?.onLeft();
      return { carriedOut: !abandoned, hasNext: run?.hasNext ?? true };
    });
  const storeTold = async () => {
    if (!ended && !abandoned) await flush?.().catch(abandon);
  };
  return { done, runId: run.id, conversationId: run.conversationId, storeTold, hear, renew, abandon };
}
