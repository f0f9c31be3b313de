import { useQuery } from '@tanstack/react-query';
import { modelPrices } from '../api/models.ts';
import { texts } from '../texts.ts';
import { runCost } from './run-cost.ts';
import type { RunProgress } from './run-progress.ts';

const numbers = new Intl.NumberFormat('en');

export interface RunCountersProps {
  progress: RunProgress;
}

/** What a run has used so far. */
export function RunCounters({ progress }: RunCountersProps) {
  const { counters, usage, usageByModel } = progress;
  const { data: prices = {} } = useQuery(modelPrices);
  const cost = runCost(usageByModel, prices);
  const words = texts.graph.counters;
  const shown: [string, string][] = [
    [words.steps, numbers.format(counters?.steps ?? 0)],
    [words.hops, numbers.format((counters?.agentHops ?? 0) + (counters?.toolHops ?? 0))],
    [words.tokens, numbers.format(Math.max(counters?.tokens ?? 0, usage.inputTokens + usage.outputTokens))],
  ];
  if (cost !== null) shown.push([words.cost, `$${cost.toFixed(4)}`]);
  return (
    <dl className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
      {shown.map(([name, value]) => (
        <div key={name} className="flex items-baseline gap-1">
          <dt className="text-faint">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
