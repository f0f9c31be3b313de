import { Check, GitCompareArrows, Minus } from 'lucide-react';
import { useKinds } from '../../api/kinds.ts';
import { cx } from '../../components/cx.ts';
import { kindLook } from '../../graph/kind-look.ts';
import type { Visit } from '../runs/run-activity.ts';
import { compareTexts } from './compare-texts.ts';

const words = compareTexts.replay;

const looks = {
  same: { Icon: Check, colour: 'text-success' },
  parts: { Icon: GitCompareArrows, colour: 'text-warning' },
  unreached: { Icon: Minus, colour: 'text-faint' },
} as const;

/** The steps that were recorded: those that came out the same, the one that did not, and those after it. */
export function ReplayedSteps({
  visits,
  partsAt,
}: {
  visits: readonly Visit[];
  partsAt: number | undefined;
}) {
  const kinds = useKinds();
  return (
    <ol>
      {visits.map((visit, index) => {
        const state = stateOf(index + 1, partsAt);
        const { Icon, colour } = looks[state];
        const { Icon: KindIcon, colour: kindColour } = kindLook(kinds.find(visit.nodeType));
        return (
          <li
            key={visit.seq}
            data-replay={state}
            className={cx(
              'flex items-center gap-2.5 border-b px-4 py-1.5 text-sm last:border-0',
              state === 'parts' && 'bg-warning-soft/40',
            )}
          >
            <span className="w-5 text-2xs text-faint tabular-nums">{index + 1}</span>
            <KindIcon aria-hidden className="size-3.5 shrink-0" style={{ color: kindColour }} />
            <span
              className={cx('min-w-0 flex-1 truncate', state === 'unreached' ? 'text-muted' : 'font-medium')}
            >
              {visit.node}
            </span>
            <span className={cx('flex items-center gap-1 text-xs', colour)}>
              <Icon aria-hidden className="size-3.5" />
              {words.states[state]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function stateOf(number: number, partsAt: number | undefined): keyof typeof looks {
  if (partsAt === undefined || number < partsAt) return 'same';
  return number === partsAt ? 'parts' : 'unreached';
}
