import type { RunEvent } from '../run-event.ts';
import type { Lease } from './run-store.ts';
import type { StagedWrite } from './staged-write.ts';

export interface LedgerCall {
  callId: string;
  idempotencyKey: string;
  tool: string;
  /** Digest of tool and arguments: a call id that comes back with others is another call. */
  fingerprint: string;
}

/** What is known of a call that is about to run. */
export type LedgerEntry =
  | { state: 'finished'; output: string; isError: boolean }
  /** Started before, by an attempt that did not live to see its end. */
  | { state: 'unknown' };

/** Which tool calls of a run were begun and which have ended: what keeps an effect from happening twice. */
export interface ToolLedger {
  /** What is known of every call of a run, by call id: read when a run is taken up again. */
  entries(runId: string): Promise<Map<string, LedgerEntry>>;
  /** Records the calls as started, together with the events and writes so far. */
  start(
    lease: Lease,
    runId: string,
    calls: readonly LedgerCall[],
    events: readonly RunEvent[],
    staged?: readonly StagedWrite[],
  ): Promise<void>;
  /**
   * The record of a result, to be stored with the run's next commit; also of a call that was not recorded as started,
   * which one that may be repeated need not be.
   */
  finished(call: LedgerCall, result: { output: string; isError: boolean }): StagedWrite;
}
