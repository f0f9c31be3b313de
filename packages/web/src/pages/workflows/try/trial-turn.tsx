import type { ApiRun, RunEvent } from '@cadence-agents/contracts';
import { Link } from '@tanstack/react-router';
import { Route, Square } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Button, buttonClasses } from '../../../components/button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Markdown } from '../../../markdown/markdown.tsx';
import { HandoffForm } from '../../chat/handoff-form.tsx';
import { ActivityList } from '../../runs/activity-list.tsx';
import { runActivity } from '../../runs/run-activity.ts';
import { RunStatusBadge } from '../../runs/run-status.tsx';
import { type FedRun, useRunView } from '../../runs/use-run-view.ts';
import { PausedRun } from './paused-run.tsx';
import { tryTexts as words } from './try-texts.ts';
import type { Trial } from './use-trial.ts';

const viewOf = ({ view }: FedRun) => view;
const errorOf = ({ error }: FedRun) => error;

/** One message to the draft and what comes of it, as it happens. */
export function TrialTurn({ run, trial }: { run: ApiRun; trial: Trial }) {
  const { events, answer, progress } = useRunView(run.id, viewOf);
  const error = useRunView(run.id, errorOf);
  const visits = useMemo(() => runActivity(events), [events]);
  const status = progress.status === 'waiting' ? 'queued' : progress.status;
  const pausedAt = status === 'awaiting_human' ? pauseIn(events) : undefined;
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which is no way to end an effect.
    void frame.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (error) return <ErrorState error={error} />;
  return (
    <article ref={frame} className="scroll-mb-56 flex flex-col gap-3">
      <p className="ml-8 self-end rounded-lg bg-accent-soft px-3 py-2 text-sm break-words whitespace-pre-wrap text-accent-ink">
        <span className="sr-only">{words.said}: </span>
        {run.input}
      </p>
      <ActivityList visits={visits} />
      <div aria-live="polite" data-testid="trial-answer">
        {answer.text !== '' && <Markdown text={answer.text} isGrowing={!answer.isFinal} />}
      </div>
      {pausedAt !== undefined && (
        <PausedRun key={events.length} runId={run.id} node={pausedAt} trial={trial} />
      )}
      {status === 'awaiting_human' && pausedAt === undefined && <HandoffForm runId={run.id} />}
      {progress.error && (
        <p role="alert" className="text-xs text-danger">
          {progress.error.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <RunStatusBadge status={status} />
        {(status === 'running' || status === 'awaiting_human') && (
          <Button size="sm" icon={<Square aria-hidden />} onClick={() => trial.stop.mutate(run.id)}>
            {words.stop}
          </Button>
        )}
        <Link
          to="/runs/$runId"
          params={{ runId: run.id }}
          className={`${buttonClasses('quiet', 'sm')} ml-auto`}
        >
          <Route aria-hidden />
          {words.openRun}
        </Link>
      </div>
    </article>
  );
}

/** The node that a run was told to pause before; `undefined` when somebody is asked something. */
function pauseIn(events: readonly RunEvent[]): string | undefined {
  const asked = events.findLast((event) => event.type === 'on_interrupt');
  return asked?.type === 'on_interrupt' && asked.data.pause ? (asked.node ?? undefined) : undefined;
}
