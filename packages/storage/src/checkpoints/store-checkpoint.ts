import type { Queries } from '../database/database.ts';
import {
  buildingOn,
  ensureThread,
  findOrdinal,
  insertAlone,
  insertOnBase,
  makeAlone,
  type RowDraft,
  storeAnew,
} from './checkpoint-statements.ts';
import { type CheckpointPlan, planSnapshot, standingAlone } from './plan-checkpoint.ts';
import { readStates, type StoredCheckpoint, type StoredState } from './read-states.ts';
import { bytesOf } from './stored-bytes.ts';
import type { ThreadAddress } from './thread-address.ts';

export interface CheckpointDraft {
  address: ThreadAddress;
  parent: StoredCheckpoint | undefined;
  plan: CheckpointPlan;
  /** The row's columns; those of a checkpoint whose parent has no row name it themselves. */
  columns: (hasParentRow: boolean) => Omit<RowDraft, 'data' | 'node'>;
}

/** Writes the row, inside the caller's transaction. Does nothing but queries, as it may have to run twice. */
export async function storeCheckpoint(queries: Queries, draft: CheckpointDraft): Promise<StoredCheckpoint> {
  const { address, parent, plan, columns } = draft;
  if (!parent || plan.base === 'nothing') return storeAlone(queries, draft);
  const base = plan.base === 'anchor' ? anchorOf(parent) : parent;
  const row = { ...columns(true), node: plan.node, data: bytesOf(plan.text) };
  const stored = await queries.first(insertOnBase, {
    ...row,
    ...address,
    parent: parent.ordinal,
    parentId: parent.checkpointId,
    base: base.ordinal,
    baseId: base.checkpointId,
    baseRevision: base.revision,
  });
  if (!stored) return storeAlone(queries, draft);
  const anchor = plan.base === 'parent' ? anchorOf(parent) : undefined;
  return { ...stored, checkpointId: row.checkpointId, state: plan.state, anchor };
}

export const anchorOf = (checkpoint: StoredCheckpoint): StoredState => checkpoint.anchor ?? checkpoint;

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
  let stored = await queries.first(insertAlone, row);
  if (!stored) {
    const known = await queries.first(findOrdinal, { thread, checkpointId: row.checkpointId });
    if (known) await detach(queries, thread, known.ordinal);
    stored = await queries.first(storeAnew, row);
  }
  if (!stored) throw new Error(`The checkpoint "${row.checkpointId}" was removed while it was being stored.`);
  return { ...stored, checkpointId: row.checkpointId, state, anchor: undefined };
}

/** Makes the checkpoints that build on a row stand alone. */
export async function detach(queries: Queries, thread: number, ordinal: number): Promise<void> {
  const rows = await queries.all(buildingOn, { thread, ordinal });
  const states = await readStates(
    queries,
    rows.map((row) => row.ordinal),
  );
  for (const [row, state] of states) {
    await queries.run(makeAlone, { ordinal: row, data: bytesOf(standingAlone(state)) });
  }
}
