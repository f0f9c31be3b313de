import { useCallback, useSyncExternalStore } from 'react';
import { type FedRun, runFeed } from './run-feed.ts';
import { noRunView } from './run-view.ts';

const nothing: FedRun = { view: noRunView, error: undefined };
const unsubscribed = () => () => undefined;

/** A part of a run as it happens; the component is drawn again only when that part changes. */
export function useRunView<T>(runId: string | undefined, select: (fed: FedRun) => T): T {
  const subscribe = useCallback(
    (listener: () => void) => (runId === undefined ? unsubscribed() : runFeed(runId).subscribe(listener)),
    [runId],
  );
  return useSyncExternalStore(subscribe, () => select(runId === undefined ? nothing : runFeed(runId).get()));
}
