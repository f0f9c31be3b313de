import type { RoutingReceipt as Receipt } from '@cadence-agents/contracts';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { cx } from '../../components/cx.ts';
import { texts } from '../../texts.ts';

const words = texts.runs;

/** Why the run went where it went: the rule, what else was open to it, what was counted. */
export function RoutingReceipt({ receipt }: { receipt: Receipt }) {
  const { to, label, rule, candidates, counters, reason, warning } = receipt;
  return (
    <div className="flex flex-col gap-1.5 text-xs">
      <p>
        {words.rules[rule]}
        {label !== null && (
          <>
            {': '}
            <code className="rounded bg-sunken px-1 font-mono text-2xs">{label}</code>
          </>
        )}
      </p>
      {reason !== undefined && (
        <p className="text-muted">
          <span className="text-faint">{words.reason}: </span>
          {reason}
        </p>
      )}
      {warning !== undefined && (
        <p className="flex items-start gap-1 text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          {warning}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1">
        <span className="text-2xs text-faint">{words.candidates}</span>
        {candidates.map((candidate) => {
          const isTaken = candidate.to === to && candidate.label === label;
          return (
            <span
              key={`${candidate.label}→${candidate.to}`}
              className={cx(
                'inline-flex items-center gap-0.5 rounded-full border px-1.5 text-2xs',
                isTaken ? 'border-accent text-accent-ink' : 'text-muted',
              )}
            >
              {candidate.label !== null && candidate.label !== candidate.to && (
                <>
                  {candidate.label}
                  <ArrowRight aria-hidden className="size-2.5" />
                </>
              )}
              {candidate.to ?? words.end}
            </span>
          );
        })}
      </div>
      <p className="text-2xs text-faint tabular-nums">
        {texts.graph.counters.steps} {counters.steps} · {texts.graph.counters.hops} {counters.agentHops}/
        {counters.toolHops} · {texts.graph.counters.tokens} {counters.tokens}
      </p>
    </div>
  );
}
