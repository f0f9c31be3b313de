import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { FedRun, RunFeed } from '../run-feed.ts';

const noSubscription = () => () => undefined;

/**
 * A part of what a feed shows; the component is drawn again only when that part changes. Without a feed it is made of
 * `absent`.
 *
 * @example
 * import { createClient, createRunFeeds } from '@cadence-agents/client';
 * import { useRunFeed } from '@cadence-agents/client/react';
 * import { createElement } from 'react';
 *
 * const feedOf = createRunFeeds(createClient(), { initial: 0, reduce: (count, batch) => count + batch.length });
 *
 * export function Counted({ runId }: { runId: string }) {
 *   const count = useRunFeed(feedOf(runId), 0, ({ view }) => view);
 *   return createElement('p', null, `${count} events`);
 * }
 */
export function useRunFeed<View, Part>(
  feed: RunFeed<View> | undefined,
  absent: View,
  select: (fed: FedRun<View>) => Part,
): Part {
  const subscribe = useCallback(
    (listener: () => void) => feed?.subscribe(listener) ?? noSubscription(),
    [feed],
  );
  const nothing = useMemo(
    () => ({ view: absent, runId: undefined, isRunning: false, error: undefined }),
    [absent],
  );
  const shown = () => select(feed?.get() ?? nothing);
  return useSyncExternalStore(subscribe, shown, shown);
}
