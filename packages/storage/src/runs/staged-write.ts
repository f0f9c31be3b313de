import { CadenceError, type StagedWrite } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import type { LeasedRun } from './lease.ts';

/** Does nothing but queries, as it may have to run twice. */
type Work = (queries: Queries, run: LeasedRun) => Promise<void>;

const works = new WeakMap<StagedWrite, Work>();

export function stage(what: StagedWrite['what'], work: Work): StagedWrite {
  const write: StagedWrite = { what };
  works.set(write, work);
  return write;
}

/** Carries out what waited for this transaction, in the order in which it was staged. */
export async function storeStaged(
  queries: Queries,
  run: LeasedRun,
  staged: readonly StagedWrite[],
): Promise<void> {
  for (const write of staged) {
    const work = works.get(write);
    if (!work) throw new CadenceError('INTERNAL', `A ${write.what} was staged for another store.`);
    await work(queries, run);
  }
}
