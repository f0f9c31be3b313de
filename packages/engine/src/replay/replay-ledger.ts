import type { LedgerEntry, RunCommit, RunEvent } from '@cadence-agents/contracts';
import type { RecordedOrder } from './recorded-order.ts';

interface Kept {
  /** The event that was told last when the call began, and when it ended. */
  began: number;
  ended?: { after: number; entry: LedgerEntry };
}

/** The ledger of a replay. A call is stored with the event that tells of it, and not when its process ended before that. */
export class ReplayLedger {
  readonly #order: RecordedOrder;
  readonly #calls = new Map<string, Kept>();

  constructor(order: RecordedOrder) {
    this.#order = order;
  }

  keep(calls: RunCommit['calls'] = []): void {
    const { seq } = this.#order;
    for (const { call, result } of calls) {
      const { began = seq } = this.#calls.get(call.callId) ?? {};
      const ended = result && { ended: { after: seq, entry: { state: 'finished', ...result } as const } };
      this.#calls.set(call.callId, { began, ...ended });
    }
  }

  entries(): Map<string, LedgerEntry> {
    const stored = new Map<string, LedgerEntry>();
    for (const [key, { began, ended }] of this.#calls) {
      if (ended && this.#isTold('on_tool_end', key, ended.after)) stored.set(key, ended.entry);
      else if (this.#isTold('on_tool_start', key, began)) stored.set(key, { state: 'unknown' });
    }
    return stored;
  }

  /** Models give calls of several messages the same id: only what came after counts. */
  #isTold(type: RunEvent['type'], key: string, after: number): boolean {
    return this.#order.told
      .slice(after)
      .some(
        (event) => event.type === type && 'callId' in event.data && key.endsWith(`:${event.data.callId}`),
      );
  }
}
