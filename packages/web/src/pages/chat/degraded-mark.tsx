import type { ApiRun } from '@cadence-agents/contracts';
import { CircleDashed } from 'lucide-react';
import { Tooltip } from '../../components/tooltip.tsx';
import { texts } from '../../texts.ts';

/** A small mark on an answer that is poorer than it should be, and why. */
export function DegradedMark({ reasons }: { reasons: ApiRun['degraded'] }) {
  if (reasons.length === 0) return null;
  const why = reasons.map((reason) => texts.degraded[reason]);
  return (
    <Tooltip text={why.join(' ')}>
      <button
        type="button"
        aria-description={why.join(' ')}
        className="flex w-fit items-center gap-1.5 rounded-md text-xs text-muted [&>svg]:size-3.5"
      >
        <CircleDashed aria-hidden />
        {texts.chat.degraded}
      </button>
    </Tooltip>
  );
}
