import type { RunnableConfig } from '@langchain/core/runnables';
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint';
import type { Database, Queries } from '../database/database.ts';
import { stage } from '../runs/staged-write.ts';
import { type CheckpointRow, columnsOf, contentOf } from './checkpoint-row.ts';
import { emptyState } from './checkpoint-state.ts';
import { latestRow, namedRow } from './checkpoint-statements.ts';
import { copiedChannels } from './copied-channels.ts';
import { DeferredWrites } from './deferred-writes.ts';
import { HeldInputs, type NewCheckpoint } from './held-inputs.ts';
import { listRows } from './list-rows.ts';
import { storeWrites, writeRows } from './pending-writes.ts';
import { planCheckpoint } from './plan-checkpoint.ts';
import { readCheckpoint, readStates, type StoredCheckpoint } from './read-states.ts';
import { removeThread } from './remove-checkpoints.ts';
import { commitOf, type RunCommit } from './run-commit.ts';
import { sameJson } from './same-json.ts';
import { langGraphSerde } from './serializer.ts';
import { StateCache } from './state-cache.ts';
import { anchorOf, type CheckpointDraft, plannedCheckpoint, storeCheckpoint } from './store-checkpoint.ts';
import {
  addressKey,
  addressOf,
  checkpointIdOf,
  partialAddress,
  requiredAddress,
  requiredCheckpointId,
  type ThreadAddress,
} from './thread-address.ts';
import { configOf, toTuple } from './to-tuple.ts';

export interface SaverOptions {
  /** How much of the states worked on last is kept in memory, in characters of JSON. Default 64 million. */
  cacheSize?: number;
}

const pageSize = 50;
const mostCached = 1_000;

/**
 * LangGraph's checkpoints in SQLite or PostgreSQL. A step is stored as what it changed. With `cadence_commit` in the
 * config it works for the engine, see `RunCommit`; without, it does what every LangGraph saver does.
 */
export class CadenceSaver extends BaseCheckpointSaver {
  readonly #database: Database;
  readonly #cache: StateCache;
  readonly #deferred = new DeferredWrites();
  readonly #held = new HeldInputs();
  /** The step that a run has staged last: until it is stored, the next one finds it nowhere else for sure. */
  readonly #staged = new WeakMap<RunCommit, { place: string; checkpoint: StoredCheckpoint }>();

  constructor(database: Database, { cacheSize = 64_000_000 }: SaverOptions = {}) {
    super(langGraphSerde);
    this.#database = database;
    this.#cache = new StateCache({ size: cacheSize, entries: mostCached });
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const address = addressOf(config);
    const row = address && (await this.#findRow(address, checkpointIdOf(config)));
    const stored = row && (await this.#stored(address, row));
    return stored && toTuple(this.#database, row, stored.state, commitOf(config) === undefined);
  }

  override async *list(
    config: RunnableConfig,
    { limit = Number.POSITIVE_INFINITY, before, filter = {} }: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const wanted = Object.entries(filter);
    const matches = (row: CheckpointRow) => {
      const metadata = new Map(Object.entries(contentOf(row).metadata));
      return wanted.every(([key, value]) => sameJson(metadata.get(key), value));
    };
    let left = limit;
    const where = {
      ...partialAddress(config),
      checkpointId: checkpointIdOf(config),
      before: checkpointIdOf(before),
    };
    for await (const page of listRows(this.#database, where, pageSize)) {
      const rows = page.filter(matches).slice(0, Math.max(0, left));
      left -= rows.length;
      const states = await readStates(
        this.#database,
        rows.map(({ ordinal }) => ordinal),
      );
      for (const row of rows) {
        const state = states.get(row.ordinal);
        if (state) yield toTuple(this.#database, row, state, true);
      }
      if (left <= 0) return;
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const address = requiredAddress(config);
    const commit = commitOf(config);
    const parentId = checkpointIdOf(config);
    const held = this.#held.get(address, parentId);
    const fresh: NewCheckpoint = {
      address,
      checkpoint,
      metadata,
      parentId: held ? held.parentId : parentId,
      written: new Set([...(held?.written ?? []), ...Object.keys(newVersions)]),
    };
    if (commit && (metadata.source === 'input' || commit.hasBegun?.() === false)) this.#held.hold(fresh);
    else await this.#store(fresh, commit);
    if (parentId !== undefined) this.#deferred.drop(placeOf(address, parentId));
    return configOf(address, checkpoint.id);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const address = requiredAddress(config);
    const checkpointId = requiredCheckpointId(config);
    const commit = commitOf(config);
    const task = { taskId, writes };
    const due = commit ? this.#deferred.add(placeOf(address, checkpointId), task) : [task];
    if (due.length === 0) return;
    const rows = due.flatMap((each) => writeRows(checkpointId, each.taskId, each.writes));
    const held = this.#held.get(address, checkpointId);
    if (held) await this.#store(held, commit);
    if (commit) await commit.stage(stage('task writes', (queries) => storeWrites(queries, address, rows)));
    else await this.#database.write((queries) => storeWrites(queries, address, rows));
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.#database.write((queries) => removeThread(queries, threadId));
  }

  #findRow(address: ThreadAddress, checkpointId: string | undefined): Promise<CheckpointRow | undefined> {
    if (checkpointId === undefined) return this.#database.first(latestRow, { ...address });
    return this.#database.first(namedRow, { ...address, checkpointId });
  }

  async #stored(address: ThreadAddress, row: CheckpointRow): Promise<StoredCheckpoint | undefined> {
    const cached = this.#cache.get(address, row.checkpoint_id);
    if (cached?.key?.ordinal === row.ordinal && cached.key.revision === row.revision) return cached;
    const stored = await readCheckpoint(this.#database, row.ordinal);
    if (stored) this.#cache.set(address, stored);
    return stored;
  }

  async #findParent(
    { address, parentId }: NewCheckpoint,
    commit: RunCommit | undefined,
  ): Promise<StoredCheckpoint | undefined> {
    if (parentId === undefined) return undefined;
    const staged = commit && this.#staged.get(commit);
    if (staged?.place === placeOf(address, parentId)) return staged.checkpoint;
    const cached = this.#cache.get(address, parentId);
    if (cached) return cached;
    const row = await this.#findRow(address, parentId);
    return row && this.#stored(address, row);
  }

  async #store(fresh: NewCheckpoint, commit: RunCommit | undefined): Promise<void> {
    const { address, checkpoint, metadata, parentId } = fresh;
    const parent = await this.#findParent(fresh, commit);
    const before = parent?.state ?? emptyState;
    const copied = await copiedChannels(this.#database, address, checkpoint, before, fresh.written);
    const written = new Set([...fresh.written, ...copied]);
    const origin = parent && { state: parent.state, anchor: anchorOf(parent).state };
    const plan = planCheckpoint(origin, checkpoint, written, commit === undefined);
    const columns = (hasParentRow: boolean) =>
      columnsOf(checkpoint, metadata, hasParentRow ? undefined : parentId);
    const draft: CheckpointDraft = { address, parent, plan, columns };
    const stored = plannedCheckpoint(checkpoint.id, draft);
    const write = async (queries: Queries, run: number | null) => {
      stored.key = await storeCheckpoint(queries, draft, run);
    };
    if (commit) {
      this.#staged.set(commit, { place: placeOf(address, checkpoint.id), checkpoint: stored });
      await commit.stage(stage('step', (queries, run) => write(queries, run.ordinal)));
    } else await this.#database.write((queries) => write(queries, null));
    this.#cache.set(address, stored, parentId);
    this.#held.release(address);
  }
}

const placeOf = (address: ThreadAddress, checkpointId: string) => `${addressKey(address)}\0${checkpointId}`;
