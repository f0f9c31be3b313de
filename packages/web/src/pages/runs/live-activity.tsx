import { useMemo } from 'react';
import { ActivityList } from './activity-list.tsx';
import { runActivity } from './run-activity.ts';
import { type FedRun, useRunView } from './use-run-view.ts';

const eventsOf = ({ view }: FedRun) => view.events;

/** What a run does, node by node, as it happens. */
export function LiveActivity({ runId }: { runId: string }) {
  const events = useRunView(runId, eventsOf);
  const visits = useMemo(() => runActivity(events), [events]);
  return <ActivityList visits={visits} />;
}
