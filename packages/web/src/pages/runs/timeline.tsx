import type { RunEvent } from '@cadence-agents/contracts';
import { Sparkles, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useKinds } from '../../api/kinds.ts';
import { cx } from '../../components/cx.ts';
import { kindLook } from '../../graph/kind-look.ts';
import { texts } from '../../texts.ts';
import { between, duration } from './duration.ts';
import type { Visit } from './run-activity.ts';

const words = texts.runs;
const numbers = new Intl.NumberFormat('en');

/** When each node, model call and tool began and ended, as bars one below the other. */
export function Timeline({ visits, events }: { visits: readonly Visit[]; events: readonly RunEvent[] }) {
  const start = events[0]?.time;
  const end = events.at(-1)?.time;
  if (start === undefined || end === undefined || visits.length === 0)
    return <p className="p-4 text-sm text-faint">{words.noneAtWork}</p>;
  const span = { start, end, length: Math.max(1, between(start, end)) };
  return (
    <table className="w-full border-collapse text-xs">
      <caption className="sr-only">{words.timelineCaption}</caption>
      <tbody>
        {visits.map((visit) => (
          <VisitRows key={visit.seq} visit={visit} span={span} />
        ))}
      </tbody>
    </table>
  );
}

interface Span {
  start: string;
  end: string;
  length: number;
}

function VisitRows({ visit, span }: { visit: Visit; span: Span }) {
  const { Icon, colour } = kindLook(useKinds().find(visit.nodeType));
  return (
    <>
      <Row
        span={span}
        from={visit.startedAt}
        to={visit.endedAt}
        colour={colour}
        name={visit.node}
        icon={<Icon aria-hidden className="size-3.5" style={{ color: colour }} />}
      />
      {visit.models.map((call) => (
        <Row
          key={call.seq}
          span={span}
          from={call.startedAt}
          to={call.endedAt}
          colour="var(--accent)"
          name={call.model}
          icon={<Sparkles aria-hidden className="size-3" />}
          isInner
          tokens={call.usage ? call.usage.inputTokens + call.usage.outputTokens : undefined}
        />
      ))}
      {visit.tools.map((use) => (
        <Row
          key={use.seq}
          span={span}
          from={use.startedAt}
          to={use.endedAt}
          colour={use.isError ? 'var(--danger)' : 'var(--kind-tools)'}
          name={use.tool}
          icon={<Wrench aria-hidden className="size-3" />}
          isInner
        />
      ))}
    </>
  );
}

interface RowProps {
  span: Span;
  from: string;
  to: string | null;
  colour: string;
  name: string;
  icon: ReactNode;
  isInner?: boolean;
  tokens?: number | undefined;
}

function Row({ span, from, to, colour, name, icon, isInner = false, tokens }: RowProps) {
  const left = (between(span.start, from) / span.length) * 100;
  const width = (between(from, to ?? span.end) / span.length) * 100;
  return (
    <tr className="border-b last:border-0 hover:bg-hover/60">
      <th
        scope="row"
        className={cx(
          'w-36 max-w-36 py-1 pr-2 text-left font-medium sm:w-52 sm:max-w-52',
          isInner ? 'pl-8 font-normal text-muted' : 'pl-4',
        )}
      >
        <span className="flex items-center gap-1.5">
          {icon}
          <span className="truncate">{name}</span>
        </span>
      </th>
      <td className="py-1">
        <div className="relative h-3.5 rounded-sm bg-sunken">
          <div
            className={cx('absolute inset-y-0 min-w-0.5 rounded-sm', to === null && 'animate-pulse')}
            style={{
              left: `${Math.min(99.5, left)}%`,
              width: `${Math.min(100 - Math.min(99.5, left), width)}%`,
              background: colour,
              opacity: isInner ? 0.65 : 1,
            }}
          />
        </div>
      </td>
      <td className="w-20 py-1 pr-2 pl-3 text-right text-muted tabular-nums">
        {to === null ? words.running : duration(between(from, to))}
      </td>
      <td className="w-16 py-1 pr-4 text-right text-faint tabular-nums max-sm:hidden">
        {tokens !== undefined && numbers.format(tokens)}
      </td>
    </tr>
  );
}
