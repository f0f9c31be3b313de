import { createHash } from 'node:crypto';
import type { LedgerCall, LedgerEntry } from '@cadence/contracts';
import { encodeStrict } from '../strict-json.ts';

/** What is kept of a call when it starts, and once more when it has ended. */
export type CallRecord = [
  /** Calls from before this form have more than their id, and no fingerprint. */
  id: string | { callId: string },
  fingerprint: string | null,
  output?: string,
  isError?: 0 | 1,
];

export const startRecord = (call: LedgerCall): string => `[${keyText(call)}]`;

export const finishRecord = (
  call: LedgerCall,
  { output, isError }: { output: string; isError: boolean },
): string => `[${keyText(call)},${encodeStrict(output, 'output')},${isError ? 1 : 0}]`;

// Plain `JSON.stringify`, because a model makes ids up, and it keeps half a surrogate pair as an escape.
const keyText = ({ callId, fingerprint }: LedgerCall): string =>
  `${JSON.stringify(callId)},${JSON.stringify(digestOf(fingerprint))}`;

/** Arguments can be long. */
const digestOf = (fingerprint: string): string =>
  fingerprint.length <= 64 ? fingerprint : createHash('sha256').update(fingerprint).digest('base64url');

/** What is known of a run's calls, from their records in order. */
export function entriesOf(records: readonly CallRecord[]): Map<string, LedgerEntry> {
  const entries = new Map<string, LedgerEntry>();
  const fingerprints = new Map<string, string | null>();
  for (const [id, fingerprint, output, isError] of records) {
    const callId = typeof id === 'string' ? id : id.callId;
    const isSame = fingerprints.get(callId) === fingerprint;
    fingerprints.set(callId, fingerprint);
    // Of several results the first stands, for the model may have seen it.
    if (isSame && entries.get(callId)?.state === 'finished') continue;
    entries.set(
      callId,
      output === undefined ? { state: 'unknown' } : { state: 'finished', output, isError: isError === 1 },
    );
  }
  return entries;
}
