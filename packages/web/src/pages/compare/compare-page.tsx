import type { ApiRun } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import { buttonClasses } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { between, duration } from '../runs/duration.ts';
import { runActivity } from '../runs/run-activity.ts';
import { runById } from '../runs/run-queries.ts';
import { RunStatusBadge } from '../runs/run-status.tsx';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';
import { alignVisits } from './align-visits.ts';
import { AlignedRow } from './aligned-row.tsx';
import { compareTexts } from './compare-texts.ts';

const words = compareTexts;
const numbers = new Intl.NumberFormat('en');
const eventsOf = ({ view }: FedRun) => view.events;

export function ComparePage() {
  const { runId = '', otherId = '' } = useParams({ strict: false });
  const left = useQuery(runById(runId));
  const right = useQuery(runById(otherId));
  const error = left.error ?? right.error;
  return (
    <Page
      title={words.title}
      actions={
        <Link
          to="/runs/$runId/compare/$otherId"
          params={{ runId: otherId, otherId: runId }}
          className={buttonClasses()}
        >
          <ArrowLeftRight aria-hidden />
          {words.swap}
        </Link>
      }
    >
      {error && <ErrorState error={error} />}
      {!error && !(left.data && right.data) && <SkeletonRows />}
      {left.data && right.data && <SideBySide left={left.data} right={right.data} />}
    </Page>
  );
}

function SideBySide({ left, right }: { left: ApiRun; right: ApiRun }) {
  const leftEvents = useRunView(left.id, eventsOf);
  const rightEvents = useRunView(right.id, eventsOf);
  const steps = useMemo(
    () => alignVisits(runActivity(leftEvents), runActivity(rightEvents)),
    [leftEvents, rightEvents],
  );
  const first = steps.findIndex((step) => step.differs);
  return (
    <>
      <p role="status" className="text-sm font-medium">
        {verdict(first, left.answer === right.answer)}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <RunHead run={left} />
        <RunHead run={right} />
      </div>
      <Card flush title={words.steps}>
        <ol>
          {steps.map((step, index) => (
            <AlignedRow
              key={`${step.left?.seq ?? '-'}/${step.right?.seq ?? '-'}`}
              step={step}
              number={index + 1}
              isFirstDifference={index === first}
            />
          ))}
        </ol>
      </Card>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {[left, right].map((run) => (
          <Card key={run.id} title={words.answer}>
            <Markdown text={run.answer} isGrowing={false} />
          </Card>
        ))}
      </div>
    </>
  );
}

function verdict(firstDifference: number, hasSameAnswer: boolean): string {
  if (firstDifference !== -1) return words.differsAt(firstDifference + 1);
  return hasSameAnswer ? words.identical : words.samePath;
}

function RunHead({ run }: { run: ApiRun }) {
  const { inputTokens, outputTokens, modelCalls } = run.usage;
  const time =
    run.startedAt !== null && run.endedAt !== null ? duration(between(run.startedAt, run.endedAt)) : '';
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 rounded-xl border bg-surface p-3 shadow-card">
      <Link
        to="/runs/$runId"
        params={{ runId: run.id }}
        className="line-clamp-2 text-sm font-semibold break-words hover:text-accent-ink hover:underline"
      >
        {run.input}
      </Link>
      <RunStatusBadge status={run.status} />
      <p className="text-2xs text-muted tabular-nums">
        {run.workflowId} ·{' '}
        {words.totals(numbers.format(modelCalls), numbers.format(inputTokens + outputTokens), time)}
      </p>
    </div>
  );
}
