// What the ledger keeps of a call, as JSON: [id, fingerprint] when it starts, [id, fingerprint, output, 0 or 1] when it
// has ended. Those of one batch stand side by side with commas between.
import { createHash } from 'node:crypto';
import type { LedgerCall, LedgerEntry } from '@cadence/contracts';
import { decodeStrict, encodeStrict } from '../strict-json.ts';

/** Calls from before this form have more than their id, and no fingerprint. */
type CallRecord = [
  id: string | { callId: string },
  fingerprint: string | null,
  output?: string,
  isError?: 0 | 1,
];

export const startRecord = (call: LedgerCall): string =>
  JSON.stringify([call.callId, digestOf(call.fingerprint)]);

export function finishRecord(
  call: LedgerCall,
  { output, isError }: { output: string; isError: boolean },
): string {
  const key = `${JSON.stringify(call.callId)},${JSON.stringify(digestOf(call.fingerprint))}`;
  return `[${key},${encodeStrict(output, 'output')},${isError ? 1 : 0}]`;
}

/** What is known of a run's calls. Of several results of one call the first stands, for the model may have seen it. */
export class KnownCalls {
  readonly #calls: { callId: string; fingerprint: string | null; entry: LedgerEntry }[] = [];

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      for (const [id, fingerprint, output, isError] of decodeStrict<CallRecord[]>(`[${text}]`)) {
        const callId = typeof id === 'string' ? id : id.callId;
        const known = this.#find(callId, fingerprint);
        const call = known ?? { callId, fingerprint, entry: { state: 'unknown' } };
        if (!known) this.#calls.push(call);
        if (output !== undefined && call.entry.state !== 'finished')
          call.entry = { state: 'finished', output, isError: isError === 1 };
      }
    }
  }

  entryOf(call: LedgerCall): LedgerEntry | undefined {
    return this.#find(call.callId, digestOf(call.fingerprint))?.entry;
  }

  byId(): Map<string, LedgerEntry> {
    return new Map(this.#calls.map(({ callId, entry }) => [callId, entry]));
  }

  #find(callId: string, fingerprint: string | null) {
    return this.#calls.find(
      (call) => call.callId === callId && (call.fingerprint === fingerprint || call.fingerprint === null),
    );
  }
}

/** Arguments can be long. */
const digestOf = (fingerprint: string): string =>
  fingerprint.length <= 64 ? fingerprint : createHash('sha256').update(fingerprint).digest('base64url');
