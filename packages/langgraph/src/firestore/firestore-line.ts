import { randomUUID } from 'node:crypto';
import type { CheckpointThread } from '@cadence-agents/contracts';
import type { CollectionReference, Firestore, Query, Transaction } from '@google-cloud/firestore';
import {
  dataConverter,
  type Head,
  headConverter,
  idKey,
  keyOf,
  type Line,
  lineConverter,
  writeConverter,
} from './documents.ts';
import type { DataPart } from './state-data.ts';

const pageSize = 50;

/** The documents of a thread's namespace. */
export class FirestoreLine {
  readonly #firestore: Firestore;
  readonly #thread: CheckpointThread;
  readonly #root: CollectionReference;

  constructor(firestore: Firestore, root: CollectionReference, thread: CheckpointThread) {
    this.#firestore = firestore;
    this.#root = root;
    this.#thread = thread;
  }

  get #document() {
    const { threadId, ns } = this.#thread;
    return this.#root.doc(idKey(threadId)).collection('lines').doc(keyOf(ns)).withConverter(lineConverter);
  }

  get heads() {
    return this.#document.collection('checkpoints').withConverter(headConverter);
  }

  get writes() {
    return this.#document.collection('writes').withConverter(writeConverter);
  }

  get #data() {
    return this.#document.collection('data').withConverter(dataConverter);
  }

  head(checkpointId: string) {
    return this.heads.doc(idKey(checkpointId));
  }

  /** Those stored last come first. */
  async *newestFirst(): AsyncGenerator<Head> {
    const all = this.heads.orderBy('ordinal', 'desc').limit(pageSize);
    for (let page: Query<Head> | undefined = all; page; ) {
      const heads: Head[] = (await page.get()).docs.map((each) => each.data());
      yield* heads;
      const last = heads.at(-1);
      page = last && heads.length === pageSize ? all.startAfter(last.ordinal) : undefined;
    }
  }

  /** The next number. Numbers tell what was stored when; a line's transactions wait for one another here. */
  async nextNumber(transaction: Transaction): Promise<number> {
    return ((await transaction.get(this.#document)).data()?.last ?? 0) + 1;
  }

  takeNumber(transaction: Transaction, number: number): void {
    const line: Line = { ...this.#thread, last: number };
    transaction.set(this.#document, line);
  }

  /** Adds documents, and returns their names. No name comes twice, also after a thread was removed. */
  addData(transaction: Transaction, parts: readonly Uint8Array[]): string[] {
    const text = randomUUID();
    return parts.map((data, part) => {
      const name = `${text}-${part}`;
      transaction.create(this.#data.doc(name), { text, data });
      return name;
    });
  }

  async readData(names: readonly string[]): Promise<DataPart[]> {
    if (names.length === 0) return [];
    const found = await this.#firestore.getAll(...names.map((name) => this.#data.doc(name)));
    return found.map((each) => ({ text: '', data: undefined, ...each.data() }));
  }
}
