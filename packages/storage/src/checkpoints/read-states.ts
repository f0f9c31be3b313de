import { CadenceError } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { textOf } from '../stored-bytes.ts';
import { type CheckpointState, emptyState } from './checkpoint-state.ts';
import { type ChainRow, chainTo, type StoredKey } from './checkpoint-statements.ts';
import { costOf } from './plan-checkpoint.ts';
import { readStep } from './read-step.ts';
import { StateBuilder } from './state-builder.ts';
import { mayHaveTags } from './stored-value.ts';

/** A checkpoint that has a row, or is staged to get one. */
export interface StoredState {
  checkpointId: string;
  state: CheckpointState;
  /** Where its row is: missing until it is stored, and only then needed by those that build on it. */
  key: StoredKey | undefined;
}

/** With the last row on the way to it that stands for many steps; none when that is its own. */
export interface StoredCheckpoint extends StoredState {
  anchor: StoredState | undefined;
}

/** What is needed to build on a row, `undefined` when the row has gone. */
export async function readCheckpoint(
  queries: Queries,
  ordinal: number,
): Promise<StoredCheckpoint | undefined> {
  const rows = await queries.all(chainTo, { ordinal });
  const anchorRow = rows.findLast(({ base, parent }) => base === null || base !== parent);
  const last = rows.at(-1);
  let anchor: StoredState | undefined;
  let stored: StoredState | undefined;
  replay(rows, (row, builder) => {
    const asStored = () => ({
      checkpointId: row.checkpoint_id,
      state: builder.build(),
      key: { ordinal: row.ordinal, revision: row.revision },
    });
    if (row === last) stored = asStored();
    else if (row === anchorRow) anchor = asStored();
  });
  return stored && { ...stored, anchor };
}

/** The state of a row, `undefined` when the row has gone. */
export async function readState(queries: Queries, ordinal: number): Promise<CheckpointState | undefined> {
  return (await readStates(queries, [ordinal])).get(ordinal);
}

/** The states of several rows, best given newest first: one walk back finds those of the ancestors too. */
export async function readStates(
  queries: Queries,
  ordinals: readonly number[],
): Promise<Map<number, CheckpointState>> {
  const wanted = new Set(ordinals);
  const states = new Map<number, CheckpointState>();
  for (const ordinal of ordinals) {
    if (states.has(ordinal)) continue;
    const rows = await queries.all(chainTo, { ordinal });
    replay(rows, (row, builder) => {
      if (wanted.has(row.ordinal) && !states.has(row.ordinal)) states.set(row.ordinal, builder.build());
    });
  }
  return states;
}

function replay(rows: readonly ChainRow[], visit: (row: ChainRow, builder: StateBuilder) => void): void {
  if (rows[0] && rows[0].base !== null) throw brokenChain(rows[0].ordinal);
  const builder = new StateBuilder(emptyState);
  const names: string[] = [];
  builder.names = names;
  for (const row of rows) {
    const text = textOf(row.data);
    builder.apply(readStep(text, names));
    builder.readCost += costOf(text);
    builder.plain &&= !mayHaveTags(text);
    visit(row, builder);
  }
}

function brokenChain(ordinal: number): CadenceError {
  return new CadenceError(
    'STORE_CORRUPT',
    `The checkpoint in row ${ordinal} has lost the one it builds on.`,
    {
      hint: 'The database was changed from outside or is damaged: restore a backup.',
    },
  );
}
