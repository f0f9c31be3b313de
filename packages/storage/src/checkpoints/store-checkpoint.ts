import type { Queries } from '../database/database.ts';
import { bytesOf } from '../stored-bytes.ts';
import type { CheckpointColumns } from './checkpoint-row.ts';
import {
  buildingOn,
  ensureThread,
  findOrdinal,
  insertAlone,
  insertOnBase,
  makeAlone,
  type StoredKey,
  storeAnew,
} from './checkpoint-statements.ts';
import { type CheckpointPlan, standingAlone } from './plan-checkpoint.ts';
import { readStates, type StoredCheckpoint, type StoredState } from './read-states.ts';
import type { ThreadAddress } from './thread-address.ts';

export interface CheckpointDraft {
  address: ThreadAddress;
  parent: StoredCheckpoint | undefined;
  plan: CheckpointPlan;
  /** The row's columns; those of a checkpoint whose parent has no row name it themselves. */
  columns: (hasParentRow: boolean) => CheckpointColumns;
}

/** What others build on, from the moment the checkpoint is planned. */
export function plannedCheckpoint(checkpointId: string, { parent, plan }: CheckpointDraft): StoredCheckpoint {
  const anchor = parent && plan.base === 'parent' ? anchorOf(parent) : undefined;
  return { checkpointId, state: plan.state, key: undefined, anchor };
}

/**
 * Writes the row, inside the caller's transaction; `run` is the row of the run that it belongs to. Does nothing but
 * queries, as it may have to run twice.
 */
export async function storeCheckpoint(
  queries: Queries,
  draft: CheckpointDraft,
  run: number | null,
): Promise<StoredKey> {
  const { address, parent, plan, columns } = draft;
  const base = parent && (plan.base === 'anchor' ? anchorOf(parent) : parent);
  if (plan.base === 'nothing' || !parent?.key || !base?.key) return storeAlone(queries, draft, run);
  const stored = await queries.first(insertOnBase, {
    ...columns(true),
    ...address,
    run,
    node: plan.node,
    data: bytesOf(plan.text),
    parent: parent.key.ordinal,
    parentId: parent.checkpointId,
    base: base.key.ordinal,
    baseId: base.checkpointId,
    baseRevision: base.key.revision,
  });
  return stored ?? storeAlone(queries, draft, run);
}

export const anchorOf = (checkpoint: StoredCheckpoint): StoredState => checkpoint.anchor ?? checkpoint;

/** For snapshots, for one whose parent or base has gone, and for an id that has a row already. */
async function storeAlone(
  queries: Queries,
  { address, parent, plan, columns }: CheckpointDraft,
  run: number | null,
): Promise<StoredKey> {
  // Names keep their numbers, as steps may be planned already that build on this one.
  const text = plan.base === 'nothing' ? plan.text : standingAlone(plan.state);
  const thread = (await queries.first(ensureThread, { ...address }))?.ordinal ?? 0;
  const parentRow =
    parent && (await queries.first(findOrdinal, { thread, checkpointId: parent.checkpointId }));
  const row = {
    ...columns(parentRow !== undefined),
    run,
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
  return stored;
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
