import { CadenceError } from '@cadence-agents/contracts';
import type { Queries } from '../../database/database.ts';
import { textOf } from '../../stored-bytes.ts';
import { type CheckpointState, emptyState, StateBuilder } from '../delta/checkpoint-state.ts';
import { costOf } from '../delta/plan-checkpoint.ts';
import { readStep } from '../delta/step-text.ts';
import { type ChainRow, chainTo, type StoredKey } from './checkpoint-statements.ts';

export interface RowState {
  checkpointId: string;
  key: StoredKey;
  state: CheckpointState;
}

/** With the last row on the way to it that stands for many steps; none when that is its own. */
export interface RowWithAnchor extends RowState {
  anchor: RowState | undefined;
}

export const anchorOf = (row: RowWithAnchor): RowState => row.anchor ?? row;

/** What is needed to build on a row, `undefined` when the row has gone. */
export async function readRow(queries: Queries, ordinal: number): Promise<RowWithAnchor | undefined> {
  const rows = await queries.all(chainTo, { ordinal });
  const anchorRow = rows.findLast(({ base, parent }) => base === null || base !== parent);
  const last = rows.at(-1);
  let anchor: RowState | undefined;
  let stored: RowState | undefined;
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
