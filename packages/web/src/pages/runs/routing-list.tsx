import { ArrowRight } from 'lucide-react';
import { texts } from '../../texts.ts';
import { RoutingReceipt } from './routing-receipt.tsx';
import type { Visit } from './run-activity.ts';

/** Every decision of the run and the reasons for it. */
export function RoutingList({ visits }: { visits: readonly Visit[] }) {
  const decided = visits.filter((visit) => visit.receipt !== null);
  if (decided.length === 0) return <p className="p-4 text-sm text-faint">{texts.runs.noneAtWork}</p>;
  return (
    <ol className="grid gap-px bg-line md:grid-cols-2">
      {decided.map(({ seq, step, node, receipt }) => (
        <li key={seq} className="flex flex-col gap-2 bg-surface p-4">
          <h3 className="flex flex-wrap items-center gap-1.5 text-sm font-semibold">
            <span className="text-2xs font-medium text-faint tabular-nums">{texts.runs.step(step)}</span>
            {node}
            <ArrowRight aria-hidden className="size-3.5 text-faint" />
            {receipt?.to ?? texts.runs.end}
          </h3>
          {receipt && <RoutingReceipt receipt={receipt} />}
        </li>
      ))}
    </ol>
  );
}
