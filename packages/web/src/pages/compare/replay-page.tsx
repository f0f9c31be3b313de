import type { ApiReplayReport, ApiRun } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { buttonClasses } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { runActivity } from '../runs/run-activity.ts';
import { runById } from '../runs/run-queries.ts';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';
import { compareTexts } from './compare-texts.ts';
import { DivergenceCard } from './divergence-card.tsx';
import { replayReport } from './replay-report.ts';
import { ReplayedSteps } from './replayed-steps.tsx';

const words = compareTexts.replay;
const eventsOf = ({ view }: FedRun) => view.events;

/** A recorded run on another version of its workflow, up to where it first does something else. */
export function ReplayPage() {
  const { runId = '', version = '' } = useParams({ strict: false });
  const number = /^\d+$/.test(version) ? Number(version) : undefined;
  const run = useQuery(runById(runId));
  const report = useQuery(replayReport(runId, number));
  const error = run.error ?? report.error;
  return (
    <Page
      title={number === undefined ? words.titleSame : words.title(number)}
      actions={
        <Link to="/runs/$runId" params={{ runId }} className={buttonClasses()}>
          {words.back}
        </Link>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void report.refetch()} />}
      {!error && !(run.data && report.data) && <SkeletonRows />}
      {run.data && report.data && <Report run={run.data} report={report.data} />}
    </Page>
  );
}

function Report({ run, report }: { run: ApiRun; report: ApiReplayReport }) {
  const events = useRunView(run.id, eventsOf);
  const visits = useMemo(() => runActivity(events), [events]);
  const { divergence } = report;
  return (
    <>
      <div>
        <p className="text-sm break-words text-muted">{run.input}</p>
        <p role="status" className="mt-1 text-sm font-medium">
          {divergence
            ? words.parts(divergence.visit, divergence.node)
            : words.same(report.events, report.calls)}
        </p>
      </div>
      {divergence && <DivergenceCard divergence={divergence} />}
      <Card flush title={words.steps}>
        <ReplayedSteps visits={visits} partsAt={divergence?.visit} />
      </Card>
    </>
  );
}
