import type { RunEvent } from '../run/run-event.ts';
import type { MessageUpdate, RunState, TurnState } from '../run/run-state.ts';
import type { RecordedEntry } from './recorded.ts';
import type { CallResult, LedgerCall } from './tool-ledger.ts';

/** One step of a run: what a visit to a node, and to the inline ones after it, has changed. */
export interface RunStep {
  /** Name of the node. */
  node: string;
  /** Messages added, replaced and removed. */
  messages: readonly MessageUpdate[];
  /** The fields of the turn that changed. */
  turn: Partial<TurnState>;
  /** The state it leads to, for snapshots and for whoever reads it next. Never changed once handed over. */
  state: RunState;
}

/** What is kept of a tool call: that it starts, or how it ended. */
export interface CallRecord {
  call: LedgerCall;
  /** Absent when the call starts. */
  result?: CallResult;
}

/** All that a run has to keep since its last commit, stored in one transaction. */
export interface RunCommit {
  events?: readonly RunEvent[];
  /** Oldest first. */
  steps?: readonly RunStep[];
  calls?: readonly CallRecord[];
  /** What came from outside since then, for replaying the run. */
  recorded?: readonly RecordedEntry[];
}
