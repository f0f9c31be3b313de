import type { ApiBranches, ApiRun } from '@cadence-agents/contracts';
import { isOpen } from '../runs/is-open.ts';

type ShownRun = Pick<ApiRun, 'id' | 'status'>;

export interface RunPath<R extends ShownRun> {
  /** From the first that is known to the one that the conversation stands at the end of. */
  runs: R[];
  /** Those and the runs of other branches. */
  known: readonly R[];
  /** Whether runs before the first are still to be loaded. */
  isCut: boolean;
  /** The ids of the runs that went on from the same place, where there are several. */
  branchesAt: ReadonlyMap<string, readonly string[]>;
}

/** The runs of the branch that is shown, of all that are known, oldest first. */
export function pathOfRuns<R extends ShownRun>(
  known: readonly R[],
  { current, items }: ApiBranches = { current: null, items: [] },
): RunPath<R> {
  const forked = items.filter(({ runs }) => runs.length > 1);
  const branchesAt = new Map(forked.flatMap(({ runs }) => runs.map((id) => [id, runs] as const)));
  const parents = new Map(items.flatMap(({ after, runs }) => runs.map((id) => [id, after] as const)));
  const indexOf = new Map(known.map(({ id }, index) => [id, index]));
  const newest = known.length - 1;
  // What is at work is always where the conversation stands.
  const isAtWork = isOpen(known[newest]?.status ?? 'completed');
  const runs: R[] = [];
  let at = current === null || isAtWork ? newest : indexOf.get(current);
  while (at !== undefined) {
    const run = known[at];
    if (!run) break;
    runs.unshift(run);
    const parent = parents.get(run.id);
    if (parent === null) return { runs, known, isCut: false, branchesAt };
    at = parent === undefined ? at - 1 : indexOf.get(parent);
  }
  return { runs, known, isCut: true, branchesAt };
}
