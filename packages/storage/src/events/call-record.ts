import { createHash } from 'node:crypto';
import type { CallRecord, FilePart, LedgerCall, LedgerEntry, RunEvent } from '@cadence-agents/contracts';
import { encodeStrict } from '@cadence-agents/contracts';

/** What is kept of a call. */
export type StoredCall = [
  /** Calls from before this form have more than their id, and no fingerprint. */
  id: string | { callId: string },
  fingerprint: string | null,
  /** The text, or which of the batch's events has it. */
  output?: string | number,
  isError?: 0 | 1,
  files?: FilePart[],
];

/** As JSON. The event that tells of a result is stored in the same batch. */
export function recordText({ call, result }: CallRecord, events: readonly RunEvent[]): string {
  if (!result) return `[${keyText(call)}]`;
  const files = result.files && JSON.stringify(result.files);
  const told = events.findIndex(
    ({ type, data }) =>
      type === 'on_tool_end' &&
      data.output === result.output &&
      (data.files && JSON.stringify(data.files)) === files,
  );
  const output = told >= 0 ? told : encodeStrict(result.output, 'output');
  return `[${keyText(call)},${output},${result.isError ? 1 : 0}${told < 0 && files ? `,${files}` : ''}]`;
}

// Plain `JSON.stringify`, because a model makes ids up, and it keeps half a surrogate pair as an escape.
const keyText = ({ callId, fingerprint }: LedgerCall): string =>
  `${JSON.stringify(callId)},${JSON.stringify(digestOf(fingerprint))}`;

/** Arguments can be long. */
const digestOf = (fingerprint: string): string =>
  fingerprint.length <= 64 ? fingerprint : createHash('sha256').update(fingerprint).digest('base64url');

/** With the output itself. */
export type KnownRecord = [
  StoredCall[0],
  StoredCall[1],
  output?: string,
  isError?: 0 | 1,
  files?: FilePart[] | undefined,
];

/** What is known of a run's calls, from their records in order. */
export function entriesOf(records: readonly KnownRecord[]): Map<string, LedgerEntry> {
  const entries = new Map<string, LedgerEntry>();
  const fingerprints = new Map<string, string | null>();
  for (const [id, fingerprint, output, isError, files] of records) {
    const callId = typeof id === 'string' ? id : id.callId;
    const isSame = fingerprints.get(callId) === fingerprint;
    fingerprints.set(callId, fingerprint);
    // Of several results the first stands, for the model may have seen it.
    if (isSame && entries.get(callId)?.state === 'finished') continue;
    entries.set(
      callId,
      output === undefined
        ? { state: 'unknown' }
        : { state: 'finished', output, isError: isError === 1, ...(files && { files }) },
    );
  }
  return entries;
}
