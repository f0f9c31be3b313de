import { useQuery } from '@tanstack/react-query';
import { waitingHandoffs } from '../api/waiting-handoffs.ts';
import { texts } from '../texts.ts';

/** How many people are waited for. Silent when that cannot be known. */
export function InboxBadge() {
  const { data } = useQuery(waitingHandoffs);
  const count = data?.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="ml-auto grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-2xs font-semibold text-on-accent tabular-nums">
      {count}
      <span className="sr-only"> {texts.shell.waiting}</span>
    </span>
  );
}
