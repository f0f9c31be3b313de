import type { CheckpointThread, NewCheckpoint } from '@cadence-agents/contracts';
import type { Queries } from '../../database/database.ts';
import { bytesOf } from '../../stored-bytes.ts';
import { type CheckpointPlan, standingAlone } from '../delta/plan-checkpoint.ts';
import { columnsOf } from './checkpoint-row.ts';
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
import { anchorOf, type RowWithAnchor, readStates } from './read-states.ts';

export interface CheckpointDraft {
  thread: CheckpointThread;
  checkpoint: NewCheckpoint;
  parent: RowWithAnchor | undefined;
  plan: CheckpointPlan;
}

/** Writes the row, inside the caller's transaction. Does nothing but queries, as it may have to run twice. */
export async function storeCheckpoint(queries: Queries, draft: CheckpointDraft): Promise<StoredKey> {
  const { thread, checkpoint, parent, plan } = draft;
  if (plan.base === 'nothing' || !parent) return storeAlone(queries, draft);
  const base = plan.base === 'anchor' ? anchorOf(parent) : parent;
  const stored = await queries.first(insertOnBase, {
    ...columnsOf(checkpoint, true),
    ...thread,
    data: bytesOf(plan.text),
    parent: parent.key.ordinal,
    parentId: parent.checkpointId,
    base: base.key.ordinal,
    baseId: base.checkpointId,
    baseRevision: base.key.revision,
  });
  return stored ?? storeAlone(queries, draft);
}

/** For snapshots, for one whose parent or base has gone, and for an id that has a row already. */
async function storeAlone(
  queries: Queries,
  { thread: address, checkpoint, parent, plan }: CheckpointDraft,
): Promise<StoredKey> {
  // Names keep their numbers, as the state that others build on has them.
  const text = plan.base === 'nothing' ? plan.text : standingAlone(plan.state);
  const thread = (await queries.first(ensureThread, { ...address }))?.ordinal ?? 0;
  const parentRow =
    parent && (await queries.first(findOrdinal, { thread, checkpointId: parent.checkpointId }));
  const row = {
    ...columnsOf(checkpoint, parentRow !== undefined),
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
async function detach(queries: Queries, thread: number, ordinal: number): Promise<void> {
  const rows = await queries.all(buildingOn, { thread, ordinal });
  const states = await readStates(
    queries,
    rows.map((row) => row.ordinal),
  );
  for (const [row, state] of states) {
    await queries.run(makeAlone, { ordinal: row, data: bytesOf(standingAlone(state)) });
  }
}
