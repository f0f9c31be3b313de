// A run as the store has it when it is begun or taken up.
import type {
  ClaimedRun,
  LedgerEntry,
  RecordedEntry,
  RunEvent,
  RunRecord,
  StateRecord,
} from '@cadence-agents/contracts';
import type { RunStorage } from './run-storage.ts';

/** What the store has of the conversation, and of a run that was taken up before. */
export interface Past {
  state: StateRecord | undefined;
  events: RunEvent[];
  calls: Map<string, LedgerEntry>;
}

export async function readPast(store: RunStorage, { run, isFirst }: ClaimedRun): Promise<Past> {
  if (isFirst) return { state: undefined, events: [], calls: new Map() };
  const state = store.states.latest(run.conversationId);
  if (run.attempt === 1) return { state: await state, events: [], calls: new Map() };
  const [events, calls] = await Promise.all([store.events.read(run.id, 0), store.ledger.entries(run.id)]);
  return { state: await state, events, calls };
}

export const attemptOf = ({ attempt }: RunRecord, { state, events }: Past, time: number): RecordedEntry => ({
  type: 'attempt',
  attempt,
  time: new Date(time).toISOString(),
  seq: events.at(-1)?.seq ?? 0,
  step: state?.step ?? 0,
});

/** The events of the step that was under way: those since its node was entered. */
export function uncommitted({ state, events }: Past): RunEvent[] {
  const step = (state?.turn?.status === 'running' ? state.turn.counters.steps : 0) + 1;
  const start = events.findLastIndex((event) => event.type === 'on_node_start' && event.data.step === step);
  // A step after a person's answer is another visit, also of the node that asked.
  const answered = events.findLastIndex(({ type }) => type === 'on_run_end');
  return start <= answered ? [] : events.slice(start);
}
