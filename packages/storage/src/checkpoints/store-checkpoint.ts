import type { Queries } from '../database/database.ts';
import {
  buildingOn,
  deleteRow,
  ensureThread,
  findOrdinal,
  giveOtherId,
  giveOtherParent,
  insertAlone,
  insertOnBase,
  makeAlone,
  type RowDraft,
  type StoredKey,
} from './checkpoint-statements.ts';
import { type CheckpointPlan, planSnapshot, standingAlone } from './plan-checkpoint.ts';
import { type AnchoredState, readStates } from './read-states.ts';
import { bytesOf } from './stored-bytes.ts';
import type { ThreadAddress } from './thread-address.ts';

/** A checkpoint that has a row. */
export interface StoredCheckpoint extends AnchoredState {
  ordinal: number;
  checkpointId: string;
}

export interface CheckpointDraft {
  address: ThreadAddress;
  parent: StoredCheckpoint | undefined;
  plan: CheckpointPlan;
  /** The row's columns; those of a checkpoint whose parent has no row name it themselves. */
  columns: (hasParentRow: boolean) => Omit<RowDraft, 'data' | 'node'>;
}

/** Writes the row, inside the caller's transaction. Does nothing but queries, as it may have to run twice. */
export async function storeCheckpoint(queries: Queries, draft: CheckpointDraft): Promise<StoredCheckpoint> {
  const { parent, plan, columns } = draft;
  const base = parent && plan.base !== 'nothing' ? baseOf(parent, plan) : undefined;
  if (!parent || !base) return storeAlone(queries, draft);
  const row = { ...columns(true), node: plan.node, data: bytesOf(plan.text) };
  const stored = await queries.first(insertOnBase, {
    ...row,
    parent: parent.ordinal,
    parentId: parent.checkpointId,
    base: base.ordinal,
    baseId: base.checkpointId,
  });
  if (!stored) return storeAlone(queries, draft);
  const anchor = plan.base === 'parent' ? anchorOf(parent) : undefined;
  return { ordinal: stored.ordinal, checkpointId: row.checkpointId, state: plan.state, anchor };
}

type Anchor = NonNullable<AnchoredState['anchor']>;

export const anchorOf = (checkpoint: StoredCheckpoint): Anchor => checkpoint.anchor ?? checkpoint;
const baseOf = (parent: StoredCheckpoint, { base }: CheckpointPlan): Anchor =>
  base === 'anchor' ? anchorOf(parent) : parent;

/** For snapshots, for one whose parent or base has gone, and for an id that has a row already. */
async function storeAlone(
  queries: Queries,
  { address, parent, plan, columns }: CheckpointDraft,
): Promise<StoredCheckpoint> {
  const { text, state } = plan.base === 'nothing' ? plan : planSnapshot(plan.state);
  const thread = (await queries.first(ensureThread, { ...address }))?.ordinal ?? 0;
  const parentRow =
    parent && (await queries.first(findOrdinal, { thread, checkpointId: parent.checkpointId }));
  const row = {
    ...columns(parentRow !== undefined),
    node: plan.node,
    data: bytesOf(text),
    thread,
    parent: parentRow?.ordinal ?? null,
  };
  const stored = (await queries.first(insertAlone, row)) ?? (await replaceRow(queries, row));
  return { ordinal: stored.ordinal, checkpointId: row.checkpointId, state, anchor: undefined };
}

/** The new row gets a number of its own, so that nobody takes it for the one they have read before. */
async function replaceRow(
  queries: Queries,
  row: RowDraft & { thread: number; parent: number | null },
): Promise<StoredKey> {
  const { thread, checkpointId } = row;
  const old = (await queries.first(findOrdinal, { thread, checkpointId }))?.ordinal ?? 0;
  await detach(queries, { ordinal: old, thread });
  await queries.run(giveOtherId, { ordinal: old, checkpointId: `replaced ${old}` });
  const stored = await queries.first(insertAlone, { ...row, parent: row.parent === old ? null : row.parent });
  if (!stored) throw new Error(`The checkpoint "${checkpointId}" was written by two at the same time.`);
  await queries.run(giveOtherParent, { thread, parent: old, newParent: stored.ordinal });
  await queries.run(deleteRow, { ordinal: old });
  return stored;
}

/** Makes the checkpoints that build on a row stand alone. */
export async function detach(queries: Queries, row: StoredKey): Promise<void> {
  const rows = (await queries.all(buildingOn, { ...row })).map(({ ordinal }) => ordinal);
  for (const [ordinal, state] of await readStates(queries, rows)) {
    await queries.run(makeAlone, { ordinal, data: bytesOf(standingAlone(state)) });
  }
}
