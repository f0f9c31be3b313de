import { randomUUID } from 'node:crypto';
import {
  type CheckpointQuery,
  type CheckpointStore,
  type CheckpointThread,
  type CheckpointWrite,
  decodeStrict,
  encodeStrict,
  type NewCheckpoint,
  type NewCheckpointWrite,
  type StoredCheckpoint,
} from '@cadence/contracts';
import {
  type CheckpointPlan,
  type CheckpointState,
  planCheckpoint,
  sameJson,
  standingAlone,
} from '@cadence/storage/delta';
import type { DocumentReference, Firestore, Query, Transaction } from '@google-cloud/firestore';
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
import { type DataPart, joinParts, partsOf, replay } from './state-data.ts';

const pageSize = 50;
const mostCached = 200;

/** A state as it was read or written last, with the document that it was in. */
interface Known {
  head: Head;
  state: CheckpointState;
  anchor: CheckpointState;
}

/**
 * Checkpoints in Firestore. Each has a small document of its own, and documents with what it changed, which never change
 * themselves: a checkpoint that is stored anew gets new ones, so that those which follow the old one stay as they are.
 */
export class FirestoreCheckpoints implements CheckpointStore {
  readonly #firestore: Firestore;
  readonly #root: string;
  readonly #cache = new Map<string, Known>();

  /** `collection` holds a document for each thread. */
  constructor(firestore: Firestore, collection: string) {
    this.#firestore = firestore;
    this.#root = collection;
  }

  async get(thread: CheckpointThread, checkpointId?: string): Promise<StoredCheckpoint | undefined> {
    const heads = this.#heads(thread);
    const head =
      checkpointId === undefined
        ? (await heads.orderBy('ordinal', 'desc').limit(1).get()).docs[0]?.data()
        : (await heads.doc(idKey(checkpointId)).get()).data();
    return head && this.#stored(thread, head);
  }

  async *list(query: CheckpointQuery): AsyncGenerator<StoredCheckpoint> {
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    for await (const thread of this.#threads(query)) {
      for await (const head of pages(this.#heads(thread).orderBy('ordinal', 'desc'))) {
        if (left <= 0) return;
        if (!matches(head, query)) continue;
        left--;
        yield this.#stored(thread, head);
      }
    }
  }

  async put(thread: CheckpointThread, checkpoint: NewCheckpoint): Promise<void> {
    const parent =
      checkpoint.parentId === undefined ? undefined : await this.#known(thread, checkpoint.parentId);
    const copied = await this.#copied(thread, checkpoint, parent?.state);
    const whole = { ...checkpoint, written: new Set([...checkpoint.written, ...copied]) };
    const plan = planCheckpoint(parent, whole);
    const metadata = encodeStrict(checkpoint.metadata, 'metadata');
    const heads = this.#heads(thread);
    const head = await this.#firestore.runTransaction(async (transaction) => {
      const line = await this.#takeNumber(transaction, thread);
      const old = await transaction.get(heads.doc(idKey(checkpoint.id)));
      const now = parent && (await transaction.get(heads.doc(idKey(parent.head.id)))).data();
      const base = baseOf(plan, now && isSame(now, parent.head) ? parent : undefined);
      const { id, parentId = null, v, ts } = checkpoint;
      transaction.set(this.#line(thread), line);
      const chain = [...base.chain, ...this.#addData(transaction, thread, partsOf(base.text))];
      const made: Head = {
        id,
        parentId,
        v,
        ts,
        metadata,
        ordinal: old.data()?.ordinal ?? line.last,
        chain,
        anchor: base.isAnchor ? chain.length : base.anchor,
      };
      transaction.set(heads.doc(idKey(id)), made);
      return made;
    });
    const isAnchor = head.anchor === head.chain.length;
    this.#remember(thread, {
      head,
      state: plan.state,
      anchor: isAnchor || !parent ? plan.state : parent.anchor,
    });
  }

  async writes(thread: CheckpointThread, checkpointId: string): Promise<CheckpointWrite[]> {
    const found = await this.#writes(thread).where('checkpointId', '==', checkpointId).get();
    const written = found.docs.map((each) => each.data()).sort((a, b) => a.ordinal - b.ordinal);
    return Promise.all(
      written.map(async ({ taskId, channel, value, more }) => {
        const rest = await this.#readData(thread, more);
        return {
          taskId,
          channel: decodeStrict<string>(channel),
          value: decodeStrict(joinParts([value, ...rest.flatMap(({ data }) => data ?? [])])),
        };
      }),
    );
  }

  async putWrites(
    thread: CheckpointThread,
    checkpointId: string,
    writes: readonly NewCheckpointWrite[],
  ): Promise<void> {
    // A later write of the same index takes the earlier one's place.
    const byKey = new Map(
      writes.map(({ taskId, index, channel, value }) => [
        keyOf(JSON.stringify([checkpointId, taskId, index])),
        {
          index,
          content: { checkpointId, taskId, channel: encodeStrict(channel, 'the channel of a write') },
          parts: partsOf(encodeStrict(value, channel)),
        },
      ]),
    );
    const drafts = [...byKey.values()];
    await this.#firestore.runTransaction(async (transaction) => {
      const line = await this.#takeNumber(transaction, thread);
      const references = [...byKey.keys()].map((key) => this.#writes(thread).doc(key));
      const olds = references.length > 0 ? await transaction.getAll(...references) : [];
      transaction.set(this.#line(thread), line);
      for (const [place, { index, content, parts }] of drafts.entries()) {
        const old = olds[place];
        const [value, ...rest] = parts;
        if (!old || !value || (old.exists && index >= 0)) continue;
        const more = this.#addData(transaction, thread, rest);
        // Those of one call come in their order, and before those of the next.
        const ordinal = old.data()?.ordinal ?? line.last + place / drafts.length;
        transaction.set(old.ref, { ...content, ordinal, value, more });
      }
    });
  }

  async remove(threadId: string): Promise<void> {
    await this.#firestore.recursiveDelete(this.#firestore.collection(this.#root).doc(idKey(threadId)));
  }

  async *#threads({ threadId, ns }: CheckpointQuery): AsyncGenerator<CheckpointThread> {
    const root = this.#firestore.collection(this.#root);
    const lines = (thread: DocumentReference) => thread.collection('lines').withConverter(lineConverter);
    const threads = threadId === undefined ? await root.listDocuments() : [root.doc(idKey(threadId))];
    for (const thread of threads) {
      for (const found of (await lines(thread).get()).docs) {
        const line = found.data();
        if (ns === undefined || ns === line.ns) yield { threadId: line.threadId, ns: line.ns };
      }
    }
  }

  #line({ threadId, ns }: CheckpointThread) {
    const thread = this.#firestore.collection(this.#root).doc(idKey(threadId));
    return thread.collection('lines').doc(keyOf(ns)).withConverter(lineConverter);
  }

  #heads(thread: CheckpointThread) {
    return this.#line(thread).collection('checkpoints').withConverter(headConverter);
  }

  #writes(thread: CheckpointThread) {
    return this.#line(thread).collection('writes').withConverter(writeConverter);
  }

  #data(thread: CheckpointThread) {
    return this.#line(thread).collection('data').withConverter(dataConverter);
  }

  /** Adds documents, and returns their names. No name comes twice, also after a thread was removed. */
  #addData(transaction: Transaction, thread: CheckpointThread, parts: readonly Uint8Array[]): string[] {
    const text = randomUUID();
    return parts.map((data, part) => {
      const name = `${text}-${part}`;
      transaction.create(this.#data(thread).doc(name), { text, data });
      return name;
    });
  }

  async #readData(thread: CheckpointThread, names: readonly string[]): Promise<DataPart[]> {
    if (names.length === 0) return [];
    const found = await this.#firestore.getAll(...names.map((name) => this.#data(thread).doc(name)));
    return found.map((each) => ({ text: '', data: undefined, ...each.data() }));
  }

  /** Numbers tell what was stored when; a thread's transactions wait for one another here. */
  async #takeNumber(transaction: Transaction, thread: CheckpointThread): Promise<Line> {
    const line = await transaction.get(this.#line(thread));
    return { ...thread, last: (line.data()?.last ?? 0) + 1 };
  }

  async #known(thread: CheckpointThread, checkpointId: string): Promise<Known | undefined> {
    const cached = this.#cache.get(cacheKey(thread, checkpointId));
    if (cached) return cached;
    const head = (await this.#heads(thread).doc(idKey(checkpointId)).get()).data();
    return head && this.#read(thread, head);
  }

  async #read(thread: CheckpointThread, head: Head): Promise<Known> {
    const cached = this.#cache.get(cacheKey(thread, head.id));
    if (cached && isSame(cached.head, head)) return cached;
    const known = { head, ...replay(await this.#readData(thread, head.chain), head.anchor) };
    this.#remember(thread, known);
    return known;
  }

  #remember(thread: CheckpointThread, known: Known): void {
    const key = cacheKey(thread, known.head.id);
    this.#cache.delete(key);
    this.#cache.set(key, known);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > mostCached && oldest !== undefined) this.#cache.delete(oldest);
  }

  async #stored(thread: CheckpointThread, head: Head): Promise<StoredCheckpoint> {
    const [{ state }, writes] = await Promise.all([this.#read(thread, head), this.writes(thread, head.id)]);
    const { id, parentId, v, ts, metadata } = head;
    const { values, versions, seen } = state;
    const fields = { id, v, ts, metadata: decodeStrict<StoredCheckpoint['metadata']>(metadata) };
    return { thread, ...fields, parentId: parentId ?? undefined, values, versions, seen, writes };
  }

  /** See `copiedChannels` of the SQL store: a copy of a checkpoint beside the original names what it copied nowhere. */
  async #copied(
    thread: CheckpointThread,
    { versions, values, written }: NewCheckpoint,
    parent: CheckpointState | undefined,
  ): Promise<Set<string>> {
    const open = new Set(
      [...versions].flatMap(([channel, version]) =>
        !written.has(channel) && values.has(channel) && parent?.versions.get(channel) !== version
          ? [channel]
          : [],
      ),
    );
    const found = new Set<string>();
    if (open.size === 0) return found;
    for await (const head of pages(this.#heads(thread).orderBy('ordinal', 'desc'))) {
      const { state } = await this.#read(thread, head);
      for (const channel of open) {
        const holds = state.values.has(channel) && state.versions.get(channel) === versions.get(channel);
        if (holds) found.add(channel);
      }
      for (const channel of found) open.delete(channel);
      if (open.size === 0) break;
    }
    return found;
  }
}

const cacheKey = ({ threadId, ns }: CheckpointThread, id: string) => JSON.stringify([threadId, ns, id]);

/** Whether two documents of one checkpoint stand for the same state. */
const isSame = (a: Head, b: Head) => a.chain.at(-1) === b.chain.at(-1);

/** What a plan's text follows, or all of the state where that has gone. */
function baseOf({ base, text, state }: CheckpointPlan, parent: Known | undefined) {
  if (base === 'nothing') return { text, chain: [], anchor: 0, isAnchor: true };
  if (!parent) return { text: standingAlone(state), chain: [], anchor: 0, isAnchor: true };
  const { chain, anchor } = parent.head;
  if (base === 'parent') return { text, chain, anchor, isAnchor: false };
  return { text, chain: chain.slice(0, anchor), anchor, isAnchor: true };
}

function matches(head: Head, { checkpointId, before, metadata = {} }: CheckpointQuery): boolean {
  if (checkpointId !== undefined && head.id !== checkpointId) return false;
  if (before !== undefined && head.id >= before) return false;
  const fields = decodeStrict<Record<string, unknown>>(head.metadata);
  return Object.entries(metadata).every(
    ([name, value]) => Object.hasOwn(fields, name) && sameJson(fields[name], value),
  );
}

async function* pages(query: Query<Head>): AsyncGenerator<Head> {
  let next: Query<Head> | undefined = query.limit(pageSize);
  while (next) {
    const { docs }: { docs: { data(): Head }[] } = await next.get();
    const heads = docs.map((each) => each.data());
    yield* heads;
    const last = heads.at(-1);
    next = last && heads.length === pageSize ? query.startAfter(last.ordinal).limit(pageSize) : undefined;
  }
}
