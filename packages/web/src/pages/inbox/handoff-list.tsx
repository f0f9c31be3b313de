import type { ApiHandoff } from '@cadence-agents/contracts';
import type { KeyboardEvent } from 'react';
import { Badge } from '../../components/badge.tsx';
import { cx } from '../../components/cx.ts';
import { TimeAgo } from '../../components/time-ago.tsx';
import { inboxTexts } from '../../handoffs/inbox-texts.ts';
import { isApproval, titleOf } from './handoff-title.ts';

const words = inboxTexts;

export interface HandoffListProps {
  handoffs: readonly ApiHandoff[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** Those that wait; the arrow keys go from one to the next. */
export function HandoffList({ handoffs, chosen, onChoose }: HandoffListProps) {
  return (
    <ul aria-label={words.list} className="overflow-hidden rounded-xl border bg-surface shadow-card">
      {handoffs.map((handoff) => (
        <li key={handoff.id} className="border-b last:border-0">
          <button
            type="button"
            aria-current={handoff.id === chosen ? 'true' : undefined}
            onClick={() => onChoose(handoff.id)}
            onKeyDown={moveFocus}
            className={cx(
              'flex w-full flex-col gap-1 px-3.5 py-2.5 text-left -outline-offset-2 transition-colors',
              handoff.id === chosen ? 'bg-accent-soft' : 'hover:bg-hover',
            )}
          >
            <span className="line-clamp-2 font-medium break-words">{titleOf(handoff)}</span>
            <span className="flex w-full items-center gap-2 text-xs text-muted">
              <Badge tone={isApproval(handoff) ? 'warning' : 'neutral'}>
                {isApproval(handoff) ? words.approval : words.question}
              </Badge>
              <span className="ml-auto shrink-0">
                <TimeAgo time={handoff.createdAt} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const item = event.currentTarget.parentElement;
  const next = {
    ArrowDown: item?.nextElementSibling,
    ArrowUp: item?.previousElementSibling,
  }[event.key];
  const button = next?.querySelector('button');
  if (!button) return;
  event.preventDefault();
  button.focus();
}
