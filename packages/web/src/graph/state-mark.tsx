import { Check, CircleAlert, CircleDot, MapPin, Square, UserRoundPen, WifiOff, Wrench } from 'lucide-react';
import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';
import type { NodeState } from './node-state.ts';

const looks = {
  active: { Icon: CircleDot, colours: 'bg-accent-soft text-accent-ink' },
  visited: { Icon: Check, colours: 'bg-success-soft text-success' },
  failed: { Icon: CircleAlert, colours: 'bg-danger-soft text-danger' },
  stopped: { Icon: Square, colours: 'bg-sunken text-muted' },
  asking: { Icon: UserRoundPen, colours: 'bg-warning-soft text-warning' },
  lost: { Icon: WifiOff, colours: 'bg-sunken text-muted' },
  current: { Icon: MapPin, colours: 'bg-accent-soft text-accent-ink' },
} as const;

export interface StateMarkProps {
  state: NodeState;
  visits: number;
  /** Is at work there. */
  tool: string | undefined;
}

/** What the run does or did at a node, by sign, colour and words. */
export function StateMark({ state, visits, tool }: StateMarkProps) {
  if (state === 'idle') return null;
  const { Icon, colours } = looks[state];
  const Shown = tool === undefined ? Icon : Wrench;
  const words = tool ?? texts.graph.states[state];
  return (
    <span
      className={cx(
        'graph-mark pointer-events-none absolute right-2 z-10 bottom-full inline-flex translate-y-2.5 items-center gap-1',
        'rounded-full border border-surface px-1.5 font-semibold whitespace-nowrap tabular-nums',
        colours,
      )}
    >
      <Shown aria-hidden className={cx('size-[1em] shrink-0', state === 'active' && 'animate-pulse')} />
      <span className={state === 'visited' ? 'sr-only' : 'graph-mark-words max-w-32 min-w-0 truncate'}>
        {words}
      </span>
      {visits > 1 && <span className="graph-mark-words">×{visits}</span>}
    </span>
  );
}
