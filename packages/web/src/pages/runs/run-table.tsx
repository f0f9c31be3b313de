import type { ApiRun } from '@cadence-agents/contracts';
import { Link } from '@tanstack/react-router';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { type Column, Table } from '../../components/table.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { texts } from '../../texts.ts';
import { between, duration } from './duration.ts';
import { filterTexts } from './filter-texts.ts';
import { RunExcerpts } from './run-excerpts.tsx';
import { RunStatusBadge } from './run-status.tsx';
import { costText } from './usage-text.ts';
import { VersionOfRun, workflowOfRun } from './workflow-of-run.tsx';

const words = texts.runs;
const numbers = new Intl.NumberFormat('en');

const columnsFor = (text: string | undefined): Column<ApiRun>[] => [
  {
    id: 'input',
    header: words.columns.input,
    cell: (run) => (
      <>
        <Link
          to="/runs/$runId"
          params={{ runId: run.id }}
          className="line-clamp-2 max-w-md font-medium wrap-anywhere hover:text-accent-ink hover:underline sm:line-clamp-1"
        >
          {run.input}
        </Link>
        {text !== undefined && <RunExcerpts run={run} text={text} />}
      </>
    ),
  },
  {
    id: 'status',
    header: words.columns.status,
    cell: (run) => (
      <span className="inline-flex items-center gap-1.5">
        <RunStatusBadge status={run.status} />
        {run.feedback && <Rating {...run.feedback} />}
      </span>
    ),
  },
  {
    id: 'workflow',
    header: words.columns.workflow,
    wideOnly: true,
    cell: (run) => (
      <span className="whitespace-nowrap text-muted">
        {workflowOfRun(run)} <VersionOfRun run={run} />
      </span>
    ),
  },
  {
    id: 'duration',
    header: words.columns.duration,
    align: 'right',
    wideOnly: true,
    cell: (run) =>
      run.startedAt !== null && run.endedAt !== null ? duration(between(run.startedAt, run.endedAt)) : '',
  },
  {
    id: 'tokens',
    header: words.columns.tokens,
    align: 'right',
    wideOnly: true,
    cell: (run) => numbers.format(run.usage.inputTokens + run.usage.outputTokens),
  },
  {
    id: 'cost',
    header: filterTexts.cost,
    align: 'right',
    wideOnly: true,
    cell: (run) => (run.cost === undefined ? '' : costText(run.cost)),
  },
  {
    id: 'started',
    header: words.columns.started,
    align: 'right',
    wideOnly: true,
    cell: (run) => (
      <span className="text-muted">
        <TimeAgo time={run.createdAt} />
      </span>
    ),
  },
];

function Rating({ value, note }: { value: 'up' | 'down'; note: string }) {
  const Thumb = value === 'up' ? ThumbsUp : ThumbsDown;
  const said = filterTexts.rated[value];
  return (
    <span role="img" aria-label={said} title={note === '' ? said : note} className="text-muted">
      <Thumb aria-hidden className="size-3.5" />
    </span>
  );
}

/** With the places of `text` in each. */
export function RunTable({ runs, text }: { runs: readonly ApiRun[]; text: string | undefined }) {
  return <Table caption={words.caption} columns={columnsFor(text)} rows={runs} rowKey={(run) => run.id} />;
}
