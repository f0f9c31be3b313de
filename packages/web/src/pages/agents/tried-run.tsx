import { Link } from '@tanstack/react-router';
import { Route, Square } from 'lucide-react';
import { useMemo } from 'react';
import { client } from '../../api/client.ts';
import { Button, buttonClasses } from '../../components/button.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { ActivityList } from '../runs/activity-list.tsx';
import { runActivity } from '../runs/run-activity.ts';
import { RunStatusBadge } from '../runs/run-status.tsx';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';
import { agentsTexts } from './agents-texts.ts';

const words = agentsTexts.try;
const viewOf = ({ view }: FedRun) => view;
const errorOf = ({ error }: FedRun) => error;

/** A run of the agent as it happens: what it calls, then what it says. */
export function TriedRun({ runId, message }: { runId: string; message: string }) {
  const { events, answer } = useRunView(runId, viewOf);
  const error = useRunView(runId, errorOf);
  const visits = useMemo(() => runActivity(events), [events]);
  const end = events.findLast((event) => event.type === 'on_run_end');
  const status = end?.type === 'on_run_end' ? end.data.status : 'running';
  if (error) return <ErrorState error={error} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="rounded-lg bg-accent-soft px-3 py-2 break-words whitespace-pre-wrap text-accent-ink">
        {message}
      </p>
      <ActivityList visits={visits} />
      <div aria-live="polite" data-testid="tried-answer">
        {answer.text !== '' && <Markdown text={answer.text} isGrowing={!answer.isFinal} />}
      </div>
      {status === 'awaiting_human' && (
        <p className="text-xs text-warning">
          {words.asks}{' '}
          <Link to="/inbox" className="underline">
            {words.openInbox}
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <RunStatusBadge status={status} />
        {status === 'running' && (
          <Button
            size="sm"
            icon={<Square aria-hidden />}
            onClick={() => void client.cancelRun({ params: { id: runId } })}
          >
            {words.stop}
          </Button>
        )}
        <Link to="/runs/$runId" params={{ runId }} className={`${buttonClasses('secondary', 'sm')} ml-auto`}>
          <Route aria-hidden />
          {words.openRun}
        </Link>
      </div>
    </div>
  );
}
