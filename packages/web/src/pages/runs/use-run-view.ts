import { createRunFeeds, type FedRun as FedRunOf } from '@cadence-agents/client';
import { useRunFeed } from '@cadence-agents/client/react';
import { client } from '../../api/client.ts';
import { noRunView, type RunView, reduceRunView } from './run-view.ts';

export type FedRun = FedRunOf<RunView>;

const feedOf = createRunFeeds(client, { initial: noRunView, reduce: reduceRunView });

/** A part of a run as it happens; the component is drawn again only when that part changes. */
export function useRunView<T>(runId: string | undefined, select: (fed: FedRun) => T): T {
  return useRunFeed(runId === undefined ? undefined : feedOf(runId), noRunView, select);
}
