import type { ApiRun, RunEvent } from '@cadence-agents/contracts';
import { Link } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { TimeAgo } from '../../components/time-ago.tsx';
import type { RunProgress } from '../../graph/run-progress.ts';
import { texts } from '../../texts.ts';
import { between, duration } from './duration.ts';
import { filterTexts } from './filter-texts.ts';
import { costText, usageText } from './usage-text.ts';
import { VersionOfRun, workflowOfRun } from './workflow-of-run.tsx';

const words = texts.runs;

export interface RunFactsProps {
  run: ApiRun;
  status: ApiRun['status'];
  progress: RunProgress;
  events: readonly RunEvent[];
}

/** What is to be known of a run at a glance. */
export function RunFacts({ run, status, progress, events }: RunFactsProps) {
  const usage = run.usage.modelCalls > progress.usage.modelCalls ? run.usage : progress.usage;
  const end = run.endedAt ?? events.at(-1)?.time ?? null;
  const error = run.error ?? progress.error;
  const failedNode = progress.failedNodes.at(-1);
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-7">
        <Fact name={words.columns.workflow}>
          <Link
            to="/workflows/$workflowId"
            params={{ workflowId: workflowOfRun(run) }}
            className="text-accent-ink hover:underline"
          >
            {workflowOfRun(run)}
          </Link>{' '}
          <VersionOfRun run={run} />
        </Fact>
        <Fact name={words.conversation}>
          <Link
            to="/c/$conversationId"
            params={{ conversationId: run.conversationId }}
            className="text-accent-ink hover:underline"
          >
            {words.openConversation}
          </Link>
        </Fact>
        <Fact name={words.duration}>
          {run.startedAt !== null && end !== null ? duration(between(run.startedAt, end)) : ''}
        </Fact>
        <Fact name={words.tokens}>{usageText(usage)}</Fact>
        {run.endedAt !== null && (
          <Fact name={filterTexts.cost}>
            {run.cost === undefined ? (
              <span title={filterTexts.costUnknownHint} className="text-muted">
                {filterTexts.costUnknown}
              </span>
            ) : (
              costText(run.cost)
            )}
          </Fact>
        )}
        <Fact name={words.columns.started}>
          <TimeAgo time={run.createdAt} />
        </Fact>
        {run.model !== null && <Fact name={texts.chat.model}>{run.model}</Fact>}
        <Fact name={texts.chat.tone}>
          {run.tone}
          {run.attempt > 1 && (
            <span title={words.attemptHint} className="text-faint">
              {' '}
              · {words.attempt(run.attempt)}
            </span>
          )}
        </Fact>
      </dl>
      {run.feedback && <Feedback {...run.feedback} />}
      {status === 'failed' && error && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-sm break-words text-danger">
          {failedNode !== undefined && <span className="font-medium">{words.failedAt(failedNode)}: </span>}
          {error.message} {run.error?.hint}
        </p>
      )}
    </div>
  );
}

function Feedback({ value, note }: NonNullable<ApiRun['feedback']>) {
  const Thumb = value === 'up' ? ThumbsUp : ThumbsDown;
  return (
    <p className="flex items-start gap-2 text-sm">
      <Thumb aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 break-words whitespace-pre-wrap">
        <span className="font-medium">{filterTexts.rated[value]}</span>
        {note !== '' && `: ${note}`}
      </span>
    </p>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs font-medium text-muted">{name}</dt>
      <dd className="truncate text-sm tabular-nums">{children}</dd>
    </div>
  );
}
