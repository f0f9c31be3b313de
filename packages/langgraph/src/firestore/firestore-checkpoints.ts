import {
  type CheckpointQuery,
  type CheckpointStore,
  type CheckpointThread,
  type CheckpointWrite,
  decodeStrict,
  encodeStrict,
  LruCache,
  type NewCheckpoint,
  type NewCheckpointWrite,
  type StoredCheckpoint,
} from '@cadence-agents/contracts';
import {
  type CheckpointPlan,
  type CheckpointState,
  planCheckpoint,
  sameJson,
  standingAlone,
} from '@cadence-agents/storage/delta';
import type { CollectionReference, Firestore, QueryDocumentSnapshot } from '@google-cloud/firestore';
import { type Head, idKey, keyOf, lineConverter, type Write } from './documents.ts';
import { FirestoreLine } from './firestore-line.ts';
import { joinParts, partsOf, replay } from './state-data.ts';

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
  readonly #root: CollectionReference;
  readonly #cache = new LruCache<string, Known>({
    maxEntries: 200,
    maxSize: 64_000_000,
    sizeOf: ({ state }) => state.readCost,
  });

  /** `collection` holds a document for each thread. */
  constructor(firestore: Firestore, collection: string) {
    this.#firestore = firestore;
    this.#root = firestore.collection(collection);
  }

  async get(thread: CheckpointThread, checkpointId?: string): Promise<StoredCheckpoint | undefined> {
    const line = this.#line(thread);
    const latest = async () => (await line.heads.orderBy('ordinal', 'desc').limit(1).get()).docs[0]?.data();
    const head = checkpointId === undefined ? await latest() : (await line.head(checkpointId).get()).data();
    return head && this.#stored(thread, head);
  }

  async *list(query: CheckpointQuery): AsyncGenerator<StoredCheckpoint> {
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    for await (const thread of this.#threads(query)) {
      for await (const head of this.#line(thread).newestFirst()) {
        if (left <= 0) return;
        if (!matches(head, query)) continue;
        left--;
        yield this.#stored(thread, head);
      }
    }
  }

  async put(thread: CheckpointThread, checkpoint: NewCheckpoint): Promise<void> {
    const { id, parentId = null, v, ts } = checkpoint;
    const line = this.#line(thread);
    const parent = parentId === null ? undefined : await this.#known(thread, parentId);
    const copied = await this.#copied(thread, checkpoint, parent?.state);
    const written = new Set([...checkpoint.written, ...copied]);
    const plan = planCheckpoint(parent, { ...checkpoint, written });
    const metadata = encodeStrict(checkpoint.metadata, 'metadata');
    const head = await this.#firestore.runTransaction(async (transaction) => {
      const number = await line.nextNumber(transaction);
      const old = (await transaction.get(line.head(id))).data();
      const now = parent && (await transaction.get(line.head(parent.head.id))).data();
      const base = baseOf(plan, now && isSame(now, parent.head) ? parent.head : undefined);
      line.takeNumber(transaction, number);
      const chain = [...base.chain, ...line.addData(transaction, partsOf(base.text))];
      const anchor = base.isAnchor ? chain.length : base.anchor;
      const made: Head = { id, parentId, v, ts, metadata, ordinal: old?.ordinal ?? number, chain, anchor };
      transaction.set(line.head(id), made);
      return made;
    });
    const isAnchor = head.anchor === head.chain.length;
    const anchor = isAnchor || !parent ? plan.state : parent.anchor;
    this.#cache.set(cacheKey(thread, id), { head, state: plan.state, anchor });
  }

  async writes(thread: CheckpointThread, checkpointId: string): Promise<CheckpointWrite[]> {
    const line = this.#line(thread);
    const found = await line.writes.where('checkpointId', '==', checkpointId).get();
    return Promise.all(
      found.docs.sort(byMaking).map(async (each) => {
        const { taskId, channel, value, more } = each.data();
        const rest = (await line.readData(more)).flatMap(({ data }) => data ?? []);
        const text = joinParts([value, ...rest]);
        return { taskId, channel: decodeStrict<string>(channel), value: decodeStrict(text) };
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
    if (byKey.size === 0) return;
    const line = this.#line(thread);
    // Takes no number: parallel tasks would wait for one another.
    await this.#firestore.runTransaction(async (transaction) => {
      const olds = await transaction.getAll(...byKey.keys().map((key) => line.writes.doc(key)));
      for (const [place, { index, content, parts }] of [...byKey.values()].entries()) {
        const old = olds[place];
        const [value, ...rest] = parts;
        if (!old || !value || (old.exists && index >= 0)) continue;
        const more = line.addData(transaction, rest);
        transaction.set(old.ref, { ...content, place: old.data()?.place ?? place, value, more });
      }
    });
  }

  async remove(threadId: string): Promise<void> {
    await this.#firestore.recursiveDelete(this.#root.doc(idKey(threadId)));
  }

  #line(thread: CheckpointThread): FirestoreLine {
    return new FirestoreLine(this.#firestore, this.#root, thread);
  }

  async *#threads({ threadId, ns }: CheckpointQuery): AsyncGenerator<CheckpointThread> {
    const threads =
      threadId === undefined ? await this.#root.listDocuments() : [this.#root.doc(idKey(threadId))];
    for (const thread of threads) {
      for (const found of (await thread.collection('lines').withConverter(lineConverter).get()).docs) {
        const line = found.data();
        if (ns === undefined || ns === line.ns) yield { threadId: line.threadId, ns: line.ns };
      }
    }
  }

  async #known(thread: CheckpointThread, checkpointId: string): Promise<Known | undefined> {
    const cached = this.#cache.get(cacheKey(thread, checkpointId));
    if (cached) return cached;
    const head = (await this.#line(thread).head(checkpointId).get()).data();
    return head && this.#read(thread, head);
  }

  async #read(thread: CheckpointThread, head: Head): Promise<Known> {
    const key = cacheKey(thread, head.id);
    const cached = this.#cache.get(key);
    if (cached && isSame(cached.head, head)) return cached;
    const known = { head, ...replay(await this.#line(thread).readData(head.chain), head.anchor) };
    this.#cache.set(key, known);
    return known;
  }

  async #stored(thread: CheckpointThread, head: Head): Promise<StoredCheckpoint> {
    const [known, writes] = await Promise.all([this.#read(thread, head), this.writes(thread, head.id)]);
    const { values, versions, seen } = known.state;
    const { id, v, ts } = head;
    const metadata = decodeStrict<StoredCheckpoint['metadata']>(head.metadata);
    const parentId = head.parentId ?? undefined;
    return { thread, id, parentId, v, ts, metadata, values, versions, seen, writes };
  }

  /** As `copiedChannels` in storage: the copy of a checkpoint beside the original does not say what it copied. */
  async #copied(
    thread: CheckpointThread,
    { versions, values, written }: NewCheckpoint,
    parent: CheckpointState | undefined,
  ): Promise<Set<string>> {
    const isOpen = ([channel, version]: readonly [string, unknown]) =>
      !written.has(channel) && values.has(channel) && parent?.versions.get(channel) !== version;
    const open = new Map([...versions].filter(isOpen));
    const found = new Set<string>();
    if (open.size === 0) return found;
    for await (const head of this.#line(thread).newestFirst()) {
      const { state } = await this.#read(thread, head);
      for (const [channel, version] of open) {
        if (!state.values.has(channel) || state.versions.get(channel) !== version) continue;
        found.add(channel);
        open.delete(channel);
      }
      if (open.size === 0) break;
    }
    return found;
  }
}

const cacheKey = ({ threadId, ns }: CheckpointThread, id: string) => JSON.stringify([threadId, ns, id]);

/** Whether two documents of one checkpoint stand for the same state. */
const isSame = (a: Head, b: Head) => a.chain.at(-1) === b.chain.at(-1);

function byMaking(a: QueryDocumentSnapshot<Write>, b: QueryDocumentSnapshot<Write>): number {
  const [first, second] = [a.createTime, b.createTime];
  return (
    first.seconds - second.seconds ||
    first.nanoseconds - second.nanoseconds ||
    a.data().place - b.data().place
  );
}

/** What a plan's text follows, or all of the state where that has gone. */
function baseOf({ base, text, state }: CheckpointPlan, parent: Head | undefined) {
  if (base === 'nothing') return { text, chain: [], anchor: 0, isAnchor: true };
  if (!parent) return { text: standingAlone(state), chain: [], anchor: 0, isAnchor: true };
  const { chain, anchor } = parent;
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
