import { CadenceError, type StagedWrite } from '@cadence/contracts';
import type { Queries } from '../database/database.ts';
import type { RecordedCall } from '../ledger/call-record.ts';
import type { LeasedRun } from './lease.ts';

/** Does nothing but queries, as it may have to run twice. */
type Work = (queries: Queries, run: LeasedRun) => Promise<void>;

const works = new WeakMap<StagedWrite, Work>();
const calls = new WeakMap<StagedWrite, RecordedCall>();

export function stage(what: StagedWrite['what'], work: Work): StagedWrite {
  const write: StagedWrite = { what };
  works.set(write, work);
  return write;
}

/** What is kept of a tool call, with the events of its commit. */
export function stageCall(call: RecordedCall): StagedWrite {
  const write: StagedWrite = { what: 'tool result' };
  calls.set(write, call);
  return write;
}

/** Carries out what waited for this transaction, in the order in which it was staged; returns what is to be kept of calls. */
export async function storeStaged(
  queries: Queries,
  run: LeasedRun,
  staged: readonly StagedWrite[],
): Promise<RecordedCall[]> {
  const recorded: RecordedCall[] = [];
  for (const write of staged) {
    const work = works.get(write);
    const call = calls.get(write);
    if (work) await work(queries, run);
    else if (call) recorded.push(call);
    else throw new CadenceError('INTERNAL', `A ${write.what} was staged for another store.`);
  }
  return recorded;
}
