import { CadenceError } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import { type CheckpointState, emptyState } from './checkpoint-state.ts';
import { type ChainRow, chainTo } from './checkpoint-statements.ts';
import { costOf } from './plan-checkpoint.ts';
import { readStep } from './read-step.ts';
import { StateBuilder } from './state-builder.ts';
import { textOf } from './stored-bytes.ts';
import { mayHaveTags } from './stored-value.ts';

/** A state with the last row on the way to it that stands for many steps; none when that is its own. */
export interface AnchoredState {
  state: CheckpointState;
  anchor: { ordinal: number; checkpointId: string; state: CheckpointState } | undefined;
}

/** What is needed to build on a row, `undefined` when the row has gone. */
export async function readAnchored(queries: Queries, ordinal: number): Promise<AnchoredState | undefined> {
  const rows = await queries.all(chainTo, { ordinal });
  const found = rows.findLast(({ base, parent }) => base === null || base !== parent);
  let anchor: AnchoredState['anchor'];
  let state: CheckpointState | undefined;
  replay(rows, (row, builder) => {
    if (row === ordinal) state = builder.build();
    else if (row === found?.ordinal) {
      anchor = { ordinal: row, checkpointId: found.checkpoint_id, state: builder.build() };
    }
  });
  return state && { state, anchor };
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
      if (wanted.has(row) && !states.has(row)) states.set(row, builder.build());
    });
  }
  return states;
}

function replay(rows: readonly ChainRow[], visit: (ordinal: number, builder: StateBuilder) => void): void {
  if (rows[0] && rows[0].base !== null) throw brokenChain(rows[0].ordinal);
  const builder = new StateBuilder(emptyState);
  const names: string[] = [];
  builder.names = names;
  for (const { ordinal, data } of rows) {
    const text = textOf(data);
    builder.apply(readStep(text, names));
    builder.readCost += costOf(text);
    builder.plain &&= !mayHaveTags(text);
    visit(ordinal, builder);
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
