// The documents that hold states and values: each a part of a text, since a document takes 1 MiB.
import { CadenceError } from '@cadence-agents/contracts';
import {
  bytesOf,
  type CheckpointState,
  costOf,
  emptyState,
  readStep,
  StateBuilder,
  textOf,
} from '@cadence-agents/storage/delta';

/** Leaves room for names and what else is in a document. */
const mostBytes = 900_000;

export function partsOf(text: string): Uint8Array[] {
  const bytes = bytesOf(text);
  const count = Math.max(1, Math.ceil(bytes.length / mostBytes));
  return Array.from({ length: count }, (_, part) => bytes.subarray(part * mostBytes, (part + 1) * mostBytes));
}

export const joinParts = (parts: readonly Uint8Array[]): string => textOf(Buffer.concat(parts));

/** A document of a chain: parts of one text have the same `text`. */
export interface DataPart {
  text: string;
  data: Uint8Array | undefined;
}

/** The state that the texts of a chain lead to, and the one after `anchor` documents. */
export function replay(
  parts: readonly DataPart[],
  anchor: number,
): { state: CheckpointState; anchor: CheckpointState } {
  const builder = new StateBuilder(emptyState);
  const names: string[] = [];
  builder.names = names;
  let anchored: CheckpointState | undefined;
  let bytes: Uint8Array[] = [];
  for (const [place, { text, data }] of parts.entries()) {
    if (!data) throw brokenChain();
    bytes.push(data);
    if (parts[place + 1]?.text === text) continue;
    const whole = joinParts(bytes);
    bytes = [];
    builder.apply(readStep(whole, names));
    builder.readCost += costOf(whole);
    if (place + 1 === anchor) anchored = builder.build();
  }
  const state = builder.build();
  return { state, anchor: anchored ?? state };
}

function brokenChain(): CadenceError {
  return new CadenceError('STORE_CORRUPT', 'A checkpoint in Firestore has lost data that it is read from.', {
    hint: 'Documents were removed from outside: restore a backup, or delete the thread.',
  });
}
