import type { ApiRun } from '@cadence-agents/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { Card } from '../../components/card.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { texts } from '../../texts.ts';
import { ActivityList } from './activity-list.tsx';
import { callsTexts } from './calls/calls-texts.ts';
import { RoutingList } from './routing-list.tsx';
import { RunActions } from './run-actions.tsx';
import { runActivity } from './run-activity.ts';
import { RunFacts } from './run-facts.tsx';
import { isOpen, runById } from './run-queries.ts';
import { RunStatusBadge } from './run-status.tsx';
import { StepTravel } from './step-travel.tsx';
import { Timeline } from './timeline.tsx';
import { type FedRun, useRunView } from './use-run-view.ts';

const CallsPanel = lazy(() => import('./calls/calls-panel.tsx'));
const words = texts.runs;

export function RunPage() {
  const { runId = '' } = useParams({ strict: false });
  const { data: run, error, refetch } = useQuery(runById(runId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (run === undefined) return <SkeletonRows />;
  return <RunDetails key={run.id} run={run} />;
}

const progressOf = ({ view }: FedRun) => view.progress;
const eventsOf = ({ view }: FedRun) => view.events;
const answerOf = ({ view }: FedRun) => view.answer.text;

function RunDetails({ run }: { run: ApiRun }) {
  const progress = useRunView(run.id, progressOf);
  const events = useRunView(run.id, eventsOf);
  const visits = useMemo(() => runActivity(events), [events]);
  const status = isOpen(run.status) && progress.status !== 'waiting' ? progress.status : run.status;
  const answer = useRunView(run.id, answerOf);
  useRefreshAtEnd(run, status);
  return (
    <Page
      title={run.input}
      aside={<RunStatusBadge status={status} />}
      actions={<RunActions run={run} status={status} />}
    >
      <RunFacts run={run} status={status} progress={progress} events={events} />
      <StepTravel run={run} status={status} progress={progress} events={events} />
      <Card flush>
        <Tabs
          label={words.activity}
          tabs={[
            { id: 'timeline', label: words.timeline, content: <Timeline visits={visits} events={events} /> },
            { id: 'routes', label: words.routes, content: <RoutingList visits={visits} /> },
            {
              id: 'calls',
              label: callsTexts.title,
              content: (
                <Suspense fallback={<SkeletonRows rows={4} />}>
                  <CallsPanel runId={run.id} />
                </Suspense>
              ),
            },
            {
              id: 'activity',
              label: words.activity,
              content: (
                <div className="p-4">
                  <ActivityList visits={visits} />
                </div>
              ),
            },
            {
              id: 'answer',
              label: texts.chat.answer,
              content: (
                <div className="p-4">
                  <Markdown text={answer} isGrowing={status === 'running'} />
                </div>
              ),
            },
          ]}
        />
      </Card>
    </Page>
  );
}

/** The stored run is read again when the stream tells that it has ended or waits. */
function useRefreshAtEnd(run: ApiRun, status: ApiRun['status']): void {
  const queries = useQueryClient();
  const isBehind = run.status !== status;
  useEffect(() => {
    if (isBehind) void queries.invalidateQueries({ queryKey: ['runs', 'one', run.id] });
  }, [isBehind, run.id, queries]);
}
