import { notStorable } from '@cadence-agents/contracts';
import type { FirestoreDataConverter, QueryDocumentSnapshot } from '@google-cloud/firestore';

/** A thread's namespace. */
export interface Line {
  threadId: string;
  ns: string;
  /** The number given out last. */
  last: number;
}

/** A checkpoint without its state. */
export interface Head {
  id: string;
  parentId: string | null;
  v: number;
  ts: string;
  /** As JSON, since Firestore has limits of its own on names and nesting. */
  metadata: string;
  /** Grows with every checkpoint that is stored; one that is stored anew keeps its own. */
  ordinal: number;
  /** The data documents that the state is read from, in order. */
  chain: string[];
  /** How many of them lead to the last one that stands for many steps. */
  anchor: number;
}

export interface Write {
  checkpointId: string;
  taskId: string;
  /** Among those that were stored together; the time that Firestore has of a document orders the others. */
  place: number;
  /** As JSON. */
  channel: string;
  value: Uint8Array;
  /** Data documents with the rest of a value that is too long for this one. */
  more: string[];
}

/** A part of a text. */
export interface Data {
  text: string;
  data: Uint8Array;
}

/** Any text as the id of a document. */
export const keyOf = (text: string): string => `k${Buffer.from(text).toString('base64url')}`;

const longestId = 255;

/** An id as the id of a document. Refuses the same ids as the other databases do. */
export function idKey(id: string): string {
  const isExact = id.isWellFormed() && !id.includes('\0') && id.length > 0 && id.length <= longestId;
  if (isExact) return keyOf(id);
  throw notStorable(
    'an id',
    `is empty, longer than ${longestId} characters, or has a NUL or half a character`,
  );
}

export const lineConverter = converter<Line>((doc) => ({
  threadId: doc.get('threadId'),
  ns: doc.get('ns'),
  last: doc.get('last'),
}));

export const headConverter = converter<Head>((doc) => ({
  id: doc.get('id'),
  parentId: doc.get('parentId'),
  v: doc.get('v'),
  ts: doc.get('ts'),
  metadata: doc.get('metadata'),
  ordinal: doc.get('ordinal'),
  chain: doc.get('chain'),
  anchor: doc.get('anchor'),
}));

export const writeConverter = converter<Write>((doc) => ({
  checkpointId: doc.get('checkpointId'),
  taskId: doc.get('taskId'),
  place: doc.get('place'),
  channel: doc.get('channel'),
  value: doc.get('value'),
  more: doc.get('more'),
}));

export const dataConverter = converter<Data>((doc) => ({ text: doc.get('text'), data: doc.get('data') }));

function converter<T extends object>(read: (doc: QueryDocumentSnapshot) => T): FirestoreDataConverter<T> {
  return { fromFirestore: read, toFirestore: (fields) => ({ ...fields }) };
}
