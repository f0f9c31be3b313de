// What a run reads and writes of the store.
import {
  assertStorable,
  CadenceError,
  type ClaimedRun,
  type EndedRun,
  type HandoffRecord,
  type LedgerEntry,
  type RunCommit,
  type RunOutcome,
  type RunRecord,
  type RunState,
  type StateRecord,
  type Store,
} from '@cadence-agents/contracts';
import type { Pending } from '../events/commit-queue.ts';
import type { EventLog } from '../events/event-log.ts';
import type { TakenStep } from '../runtime/runtime.ts';
import { changedFields } from '../state.ts';
import type { KeepFile } from '../tools/kept-result.ts';
import type { CallLedger } from '../tools/tool-runner.ts';

/** What of the store a run is carried out with. */
export interface RunStorage {
  profiles: Pick<Store['profiles'], 'get'>;
  /** Absent in a replay, whose models are not shown anything. */
  files?: Pick<Store['files'], 'read' | 'put' | 'use'>;
  runs: Pick<Store['runs'], 'commit' | 'finish' | 'rollBack'>;
  states: Pick<Store['states'], 'latest'>;
  events: Pick<Store['events'], 'read'>;
  ledger: Pick<Store['ledger'], 'entries'>;
  handoffs: {
    get: (tenantId: string, id: string) => Promise<Pick<HandoffRecord, 'answer'> | undefined>;
  };
}

/** What a run writes to the store, under its lease. */
export interface RunWrites {
  commit: (commit: RunCommit) => Promise<void>;
  finish: (outcome: RunOutcome, commit: RunCommit) => Promise<EndedRun>;
  rollBack: () => Promise<void>;
}

/**
 * A run that was left writes nothing more, although its lease may still hold: what it makes of being stopped here is not
 * what happened to it, and whoever takes it up goes on from what is stored.
 */
export function runWrites(
  { runs }: Pick<RunStorage, 'runs'>,
  { run, lease }: ClaimedRun,
  abandoned: () => boolean,
): RunWrites {
  const unlessLeft = async <T>(write: () => Promise<T>): Promise<T> => {
    if (abandoned())
      throw new CadenceError('LEASE_LOST', `The run "${run.id}" was left to be taken up again.`);
    return write();
  };
  return {
    commit: (commit) => unlessLeft(() => runs.commit(lease, run.id, commit)),
    finish: (outcome, commit) => unlessLeft(() => runs.finish(lease, run.id, outcome, commit)),
    rollBack: () => unlessLeft(() => runs.rollBack(lease, run.id)),
  };
}

/** Turns each step into a record of what it changed in the store; the first one brings the message along. */
export function stepCommitter(stored: StateRecord | undefined, start: RunState, events: EventLog) {
  let input = start.messages.slice(stored?.messages.length ?? 0);
  let before = stored?.turn ?? null;
  return async ({ node, messages, state }: TakenStep): Promise<void> => {
    const step = {
      node,
      messages: [...input, ...messages],
      turn: changedFields(before, state.turn),
      state,
    };
    // What cannot be kept ends the run here, in words, instead of its commits for good.
    assertStorable(step.messages, 'messages', { optionalFields: true });
    assertStorable(step.turn, 'turn', { optionalFields: true });
    input = [];
    before = state.turn;
    await events.stageStep(step);
  };
}

/** Keeps what a tool returned for as long as the conversation. */
export const fileKeeper =
  (files: NonNullable<RunStorage['files']>, { tenantId, ownerId, conversationId }: RunRecord): KeepFile =>
  async (file) => {
    const { id: fileId, mediaType, name, size } = await files.put({ tenantId, ownerId, ...file });
    await files.use(tenantId, conversationId, [fileId]);
    return { type: 'file', fileId, mediaType, name, size };
  };

export function callLedger(
  writes: Pick<RunWrites, 'commit'>,
  events: EventLog,
  known: ReadonlyMap<string, LedgerEntry>,
): CallLedger {
  return {
    known: (callKey) => known.get(callKey),
    async started(call, tell) {
      const commit = (pending: Pending) => writes.commit({ ...pending, calls: [...pending.calls, { call }] });
      await events.commitWith(commit, tell);
    },
    finished: (call, result, tell) => events.stageResult({ call, result }, tell),
    mayRepeat: events.stepsStored,
  };
}
