import { ArrowRight } from 'lucide-react';
import { useKinds } from '../../api/kinds.ts';
import { Badge } from '../../components/badge.tsx';
import { cx } from '../../components/cx.ts';
import { kindLook } from '../../graph/kind-look.ts';
import { texts } from '../../texts.ts';
import type { Visit } from '../runs/run-activity.ts';
import type { AlignedStep } from './align-visits.ts';
import { compareTexts } from './compare-texts.ts';

const words = compareTexts;

export interface AlignedRowProps {
  step: AlignedStep;
  number: number;
  isFirstDifference: boolean;
}

export function AlignedRow({ step, number, isFirstDifference }: AlignedRowProps) {
  return (
    <li
      data-first-difference={isFirstDifference}
      className={cx(
        'border-b last:border-0',
        isFirstDifference && 'border-l-4 border-l-warning bg-warning-soft/40',
      )}
    >
      {isFirstDifference && (
        <div className="px-4 pt-2">
          <Badge tone="warning">{words.firstDifference}</Badge>
        </div>
      )}
      <div className="grid grid-cols-[1.5rem_1fr_1fr] gap-3 px-3 py-2">
        <span className="pt-1 text-2xs text-faint tabular-nums">
          {number}
          <span className="sr-only">{step.differs ? words.differs : words.same}</span>
        </span>
        <Side visit={step.left} differs={step.differs} />
        <Side visit={step.right} differs={step.differs} />
      </div>
    </li>
  );
}

function Side({ visit, differs }: { visit: Visit | undefined; differs: boolean }) {
  const kinds = useKinds();
  if (visit === undefined) return <p className="pt-1 text-xs text-faint italic">{words.missing}</p>;
  const { Icon, colour } = kindLook(kinds.find(visit.nodeType));
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5 text-sm font-medium">
        <Icon aria-hidden className="size-3.5 shrink-0" style={{ color: colour }} />
        <span className="truncate">{visit.node}</span>
      </p>
      {visit.tools.map((use) => (
        <p
          key={use.seq}
          className={cx('line-clamp-4 font-mono text-2xs break-words', differs ? 'text-ink' : 'text-muted')}
        >
          {use.tool}({JSON.stringify(use.input)}) = {use.output}
        </p>
      ))}
      {visit.receipt && (
        <p className="flex items-center gap-1 text-xs text-muted">
          <ArrowRight aria-hidden className="size-3 shrink-0" />
          <span className="truncate">{visit.receipt.to ?? texts.runs.end}</span>
        </p>
      )}
    </div>
  );
}
