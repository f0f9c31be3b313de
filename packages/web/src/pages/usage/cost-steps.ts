// Where what a run costs has changed for good: one day before which it was less, or more, than after.
import type { ApiUsageBucket } from '@cadence-agents/contracts';

export interface CostStep {
  /** The workflow. */
  group: string;
  /** The first day, or hour, of what is new. */
  time: number;
  /** Dollars a run, or tokens where a price is missing. */
  measure: 'cost' | 'tokens';
  before: number;
  after: number;
  /** Since then. */
  runs: number;
}

/** Fewer say nothing. */
const LEAST_RUNS = 3;
const LEAST_CHANGE = 1.5;
const MOST_STEPS = 5;

/** Of each workflow the clearest, the ones that matter most first. */
export function costSteps(buckets: readonly ApiUsageBucket[]): CostStep[] {
  const steps: CostStep[] = [];
  for (const [group, ofGroup] of Map.groupBy(buckets, (bucket) => bucket.group)) {
    const step = group === null ? undefined : clearestStep(group, ofGroup);
    if (step) steps.push(step);
  }
  const weight = ({ before, after, runs }: CostStep) => Math.abs(after - before) * runs;
  return steps.toSorted((one, other) => weight(other) - weight(one)).slice(0, MOST_STEPS);
}

interface Sum {
  amount: number;
  runs: number;
}

function clearestStep(group: string, unsorted: readonly ApiUsageBucket[]): CostStep | undefined {
  const buckets = unsorted.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const measure = buckets.every(({ cost }) => cost !== null) ? 'cost' : 'tokens';
  const amounts = buckets.map(({ cost, inputTokens, outputTokens, runs }): Sum => {
    return { amount: measure === 'cost' ? (cost ?? 0) : inputTokens + outputTokens, runs };
  });
  const all = amounts.reduce(add, nothing);
  let best: CostStep | undefined;
  let clearest = 0;
  let before = nothing;
  for (const [index, sum] of amounts.entries()) {
    const after = { amount: all.amount - before.amount, runs: all.runs - before.runs };
    if (before.runs >= LEAST_RUNS && after.runs >= LEAST_RUNS) {
      const [was, is] = [before.amount / before.runs, after.amount / after.runs];
      // How much better two means tell the runs than one does.
      const clarity = ((before.runs * after.runs) / all.runs) * (is - was) ** 2;
      const time = Date.parse(buckets[index]?.time ?? '');
      if (clarity > clearest && isMuch(was, is)) {
        clearest = clarity;
        best = { group, time, measure, before: was, after: is, runs: after.runs };
      }
    }
    before = add(before, sum);
  }
  return best;
}

const nothing: Sum = { amount: 0, runs: 0 };
const add = (one: Sum, other: Sum): Sum => ({
  amount: one.amount + other.amount,
  runs: one.runs + other.runs,
});
const isMuch = (was: number, is: number): boolean =>
  Math.max(was, is) > 0 && Math.max(was, is) >= LEAST_CHANGE * Math.min(was, is);
