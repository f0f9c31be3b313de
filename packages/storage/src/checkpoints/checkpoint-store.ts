import type {
  CheckpointQuery,
  CheckpointStore,
  CheckpointThread,
  NewCheckpoint,
  StoredCheckpoint,
} from '@cadence-agents/contracts';
import type { Database } from '../database/database.ts';
import { exactId, exactText } from '../exact-text.ts';
import { type CheckpointState, emptyState } from './delta/checkpoint-state.ts';
import { sameJson } from './delta/json-change.ts';
import { planCheckpoint } from './delta/plan-checkpoint.ts';
import { type CheckpointRow, contentOf } from './rows/checkpoint-row.ts';
import { deleteThreads, latestRow, namedRow } from './rows/checkpoint-statements.ts';
import { copiedChannels } from './rows/copied-channels.ts';
import { listRows } from './rows/list-rows.ts';
import { readWrites, storeWrites, writeRows } from './rows/pending-writes.ts';
import { anchorOf, type RowWithAnchor, readRow, readStates } from './rows/read-states.ts';
import { StateCache } from './rows/state-cache.ts';
import { storeCheckpoint } from './rows/store-checkpoint.ts';

export interface CheckpointStoreOptions {
  /** How much of the states worked on last is kept in memory, in characters of JSON. Default 64 million. */
  cacheSize?: number;
}

const pageSize = 50;
const mostCached = 1_000;

/** A checkpoint is stored as what it changed. No two rows share content, so that forks cannot touch one another. */
export function createCheckpointStore(
  database: Database,
  { cacheSize = 64_000_000 }: CheckpointStoreOptions = {},
): CheckpointStore {
  return new SqlCheckpoints(database, new StateCache({ size: cacheSize, entries: mostCached }));
}

class SqlCheckpoints implements CheckpointStore {
  readonly #database: Database;
  readonly #cache: StateCache;

  constructor(database: Database, cache: StateCache) {
    this.#database = database;
    this.#cache = cache;
  }

  async get(thread: CheckpointThread, checkpointId?: string): Promise<StoredCheckpoint | undefined> {
    const row = await this.#findRow(exactThread(thread), checkpointId);
    const read = row && (await this.#read(thread, row));
    return read && this.#stored(row, read.state);
  }

  async *list({ metadata = {}, limit = Number.POSITIVE_INFINITY, ...where }: CheckpointQuery) {
    const matches = (row: CheckpointRow) => hasFields(contentOf(row).metadata, metadata);
    let left = limit;
    for await (const page of listRows(this.#database, exactQuery(where), pageSize)) {
      const rows = page.filter(matches).slice(0, Math.max(0, left));
      left -= rows.length;
      const states = await readStates(
        this.#database,
        rows.map(({ ordinal }) => ordinal),
      );
      for (const row of rows) {
        const state = states.get(row.ordinal);
        if (state) yield this.#stored(row, state);
      }
      if (left <= 0) return;
    }
  }

  async put(thread: CheckpointThread, checkpoint: NewCheckpoint): Promise<void> {
    const parent = await this.#findParent(exactThread(thread), checkpoint.parentId);
    const copied = await copiedChannels(this.#database, thread, checkpoint, parent?.state ?? emptyState);
    const whole = { ...checkpoint, written: new Set([...checkpoint.written, ...copied]) };
    const plan = planCheckpoint(parent && { state: parent.state, anchor: anchorOf(parent).state }, whole);
    const draft = { thread, checkpoint, parent, plan };
    const key = await this.#database.write((queries) => storeCheckpoint(queries, draft));
    const anchor = parent && plan.base === 'parent' ? anchorOf(parent) : undefined;
    this.#cache.set(
      thread,
      { checkpointId: checkpoint.id, key, state: plan.state, anchor },
      checkpoint.parentId,
    );
  }

  writes(thread: CheckpointThread, checkpointId: string) {
    return readWrites(this.#database, thread, checkpointId);
  }

  async putWrites(...[thread, checkpointId, writes]: Parameters<CheckpointStore['putWrites']>) {
    const rows = writeRows(exactId(checkpointId, 'the id of a checkpoint'), writes);
    await this.#database.write((queries) => storeWrites(queries, exactThread(thread), rows));
  }

  async remove(threadId: string): Promise<void> {
    await this.#database.write((queries) => queries.run(deleteThreads, { threadId }));
  }

  #findRow(thread: CheckpointThread, checkpointId: string | undefined): Promise<CheckpointRow | undefined> {
    if (checkpointId === undefined) return this.#database.first(latestRow, { ...thread });
    return this.#database.first(namedRow, {
      ...thread,
      checkpointId: exactId(checkpointId, 'the id of a checkpoint'),
    });
  }

  async #findParent(
    thread: CheckpointThread,
    parentId: string | undefined,
  ): Promise<RowWithAnchor | undefined> {
    if (parentId === undefined) return undefined;
    const cached = this.#cache.get(thread, parentId);
    if (cached) return cached;
    const row = await this.#findRow(thread, parentId);
    return row && this.#read(thread, row);
  }

  async #read(thread: CheckpointThread, row: CheckpointRow): Promise<RowWithAnchor | undefined> {
    const cached = this.#cache.get(thread, row.checkpoint_id);
    if (cached?.key.ordinal === row.ordinal && cached.key.revision === row.revision) return cached;
    const read = await readRow(this.#database, row.ordinal);
    if (read) this.#cache.set(thread, read);
    return read;
  }

  async #stored(row: CheckpointRow, { values, versions, seen }: CheckpointState): Promise<StoredCheckpoint> {
    const thread = { threadId: row.thread_id, ns: row.ns };
    const writes = await readWrites(this.#database, thread, row.checkpoint_id);
    return { thread, id: row.checkpoint_id, ...contentOf(row), values, versions, seen, writes };
  }
}

const hasFields = (metadata: StoredCheckpoint['metadata'], fields: object) =>
  Object.entries(fields).every(
    ([name, value]) => Object.hasOwn(metadata, name) && sameJson(metadata[name], value),
  );

const exactThread = ({ threadId, ns }: CheckpointThread): CheckpointThread => ({
  threadId: exactId(threadId, 'the id of a thread'),
  ns: exactText(ns, 'the namespace of a thread'),
});

function exactQuery({ threadId, ns, checkpointId, before }: CheckpointQuery) {
  return {
    threadId: threadId === undefined ? undefined : exactId(threadId, 'the id of a thread'),
    ns: ns === undefined ? undefined : exactText(ns, 'the namespace of a thread'),
    checkpointId: checkpointId === undefined ? undefined : exactId(checkpointId, 'the id of a checkpoint'),
    before: before === undefined ? undefined : exactId(before, 'the id of a checkpoint'),
  };
}
