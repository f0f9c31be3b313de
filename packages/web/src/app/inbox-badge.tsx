import { useQuery } from '@tanstack/react-query';
import { waitingHandoffs } from '../api/waiting-handoffs.ts';
import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';

/** How many people are waited for. Silent when that cannot be known. */
export function InboxBadge({ isSmall }: { isSmall: boolean }) {
  const { data } = useQuery(waitingHandoffs);
  const count = data?.length ?? 0;
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-2xs font-semibold text-on-accent tabular-nums',
        isSmall ? 'absolute -top-1 -right-1' : 'ml-auto',
      )}
    >
      {count}
      <span className="sr-only"> {texts.shell.waiting}</span>
    </span>
  );
}
