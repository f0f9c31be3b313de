import type { ApiModelCall } from '@cadence-agents/contracts';
import { cx } from '../../../components/cx.ts';
import { duration } from '../duration.ts';
import { usageText } from '../usage-text.ts';
import { callsTexts } from './calls-texts.ts';

const words = callsTexts;

export interface CallListProps {
  calls: readonly ApiModelCall[];
  chosen: number;
  onChoose: (number: number) => void;
}

/** The calls in their order, to choose one from. */
export function CallList({ calls, chosen, onChoose }: CallListProps) {
  return (
    <ol
      aria-label={words.title}
      className="flex flex-col border-b md:max-h-[40rem] md:overflow-y-auto md:border-b-0"
    >
      {calls.map(({ number, node, ms, reply, error }) => (
        <li key={number}>
          <button
            type="button"
            aria-current={number === chosen}
            onClick={() => onChoose(number)}
            className={cx(
              'flex w-full gap-2.5 px-4 py-2 text-left -outline-offset-2 hover:bg-hover',
              number === chosen && 'bg-accent-soft',
            )}
          >
            <span className="w-4 shrink-0 pt-px text-2xs text-muted tabular-nums">{number}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-medium">{node ?? words.aside}</span>
              <span className={cx('block truncate text-2xs', error ? 'text-danger' : 'text-muted')}>
                {error ? error.code : reply ? usageText(reply.usage) : words.stopped}
              </span>
            </span>
            <span className="shrink-0 pt-0.5 text-2xs text-muted tabular-nums">{duration(ms)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
