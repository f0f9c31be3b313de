import type { RecordedEntry, Recording, RunRecord, RunStep, StateRecord } from '@cadence-agents/contracts';
import type { RunStorage } from '../conversation/run-storage.ts';
import type { RecordedOrder } from './recorded-order.ts';
import { ReplayLedger } from './replay-ledger.ts';

/** One time that the run was taken up, and what came from outside until the next. */
export interface ReplayedAttempt {
  type: 'attempt';
  attempt: number;
  time: string;
  /** Of the last event and of the last step that were stored before. */
  seq: number;
  step: number;
  entries: Exclude<RecordedEntry, { type: 'attempt' }>[];
}

export interface ReplayStore extends RunStorage {
  /** Goes back to what was stored when the run was taken up. */
  takeUp(attempt: ReplayedAttempt): void;
}

/** What a run needs of a store while it is replayed, in memory. */
export function createReplayStore(run: RunRecord, { before }: Recording, order: RecordedOrder): ReplayStore {
  const first = before?.step ?? 0;
  let states: StateRecord[] = before ? [{ ...stepAt(run, first), ...before }] : [];
  const ledger = new ReplayLedger(order);
  let attempt: ReplayedAttempt | undefined;
  const firstOf = <T extends ReplayedAttempt['entries'][number]['type']>(type: T) =>
    attempt?.entries.find((entry): entry is Extract<typeof entry, { type: T }> => entry.type === type);
  const store = (steps: readonly RunStep[] = []) => {
    for (const { state } of steps)
      states.push({ ...stepAt(run, (states.at(-1)?.step ?? first) + 1), ...state });
  };
  return {
    takeUp(next) {
      attempt = next;
      states = states.filter(({ step }) => step <= next.step);
    },
    profiles: { get: async () => firstOf('profile')?.profile ?? undefined },
    states: { latest: async () => states.at(-1) },
    events: { read: async () => [...order.told] },
    ledger: { entries: async () => ledger.entries() },
    handoffs: { get: async () => ({ answer: firstOf('begun')?.answer ?? null }) },
    runs: {
      async commit(_lease, _runId, { steps, calls }) {
        store(steps);
        ledger.keep(calls);
      },
      async finish(_lease, _runId, outcome, { steps } = {}) {
        store(steps);
        const stopped = firstOf('stop')?.why === 'cancel';
        return {
          ...run,
          ...outcome,
          structured: outcome.structured,
          degraded: [],
          hasNext: false,
          ...(stopped && { status: 'cancelled' }),
        };
      },
      async rollBack() {},
    },
  };
}

export const stepAt = ({ id }: RunRecord, step: number) => ({
  checkpointId: String(step),
  parentId: null,
  step,
  source: 'loop' as const,
  node: null,
  runId: id,
  time: '',
});
