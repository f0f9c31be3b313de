import { CadenceError, type StagedWrite } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import type { LeasedRun } from './lease.ts';

/** Does nothing but queries, as it may have to run twice. */
type Work = (queries: Queries, run: LeasedRun) => Promise<void>;

const works = new WeakMap<StagedWrite, Work>();
const calls = new WeakMap<StagedWrite, string>();

export function stage(what: StagedWrite['what'], work: Work): StagedWrite {
  const write: StagedWrite = { what };
  works.set(write, work);
  return write;
}

/** A record of a tool call, which is kept with the events of its commit. */
export function stageCall(record: string): StagedWrite {
  const write: StagedWrite = { what: 'tool result' };
  calls.set(write, record);
  return write;
}

/** Carries out what waited for this transaction, in the order in which it was staged; returns the records of calls. */
export async function storeStaged(
  queries: Queries,
  run: LeasedRun,
  staged: readonly StagedWrite[],
): Promise<string[]> {
  const records: string[] = [];
  for (const write of staged) {
    const work = works.get(write);
    const record = calls.get(write);
    if (work) await work(queries, run);
    else if (record !== undefined) records.push(record);
    else throw new CadenceError('INTERNAL', `A ${write.what} was staged for another store.`);
  }
  return records;
}
