import type { FilePart } from '../run/message-parts.ts';

export interface LedgerCall {
  callId: string;
  idempotencyKey: string;
  tool: string;
  /** Digest of tool and arguments: a call id that comes back with others is another call. */
  fingerprint: string;
}

/** What a call gave. */
export interface CallResult {
  output: string;
  isError: boolean;
  /** What it returned beside words. */
  files?: FilePart[];
}

/** What is known of a call that is about to run. */
export type LedgerEntry =
  | ({ state: 'finished' } & CallResult)
  /** Started before, by an attempt that did not live to see its end. */
  | { state: 'unknown' };

/**
 * Which tool calls of a run were begun and which have ended: what keeps an effect from happening twice. `RunStore.commit`
 * records them.
 */
export interface ToolLedger {
  /** What is known of every call of a run, by call id: read when a run is taken up again. */
  entries(runId: string): Promise<Map<string, LedgerEntry>>;
}
