import type { ApiRun } from '@cadence/contracts';
import { Link } from '@tanstack/react-router';
import { type Column, Table } from '../../components/table.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { texts } from '../../texts.ts';
import { between, duration } from './duration.ts';
import { RunStatusBadge } from './run-status.tsx';

const words = texts.runs;
const numbers = new Intl.NumberFormat('en');

const columns: Column<ApiRun>[] = [
  {
    id: 'input',
    header: words.columns.input,
    cell: (run) => (
      <Link
        to="/runs/$runId"
        params={{ runId: run.id }}
        className="line-clamp-2 max-w-md font-medium wrap-anywhere hover:text-accent-ink hover:underline sm:line-clamp-1"
      >
        {run.input}
      </Link>
    ),
  },
  { id: 'status', header: words.columns.status, cell: (run) => <RunStatusBadge status={run.status} /> },
  {
    id: 'workflow',
    header: words.columns.workflow,
    wideOnly: true,
    cell: (run) => (
      <span className="whitespace-nowrap text-muted">
        {run.workflowId}
        {run.workflowVersion !== null && (
          <span className="ml-1 text-2xs text-faint">{words.version(run.workflowVersion)}</span>
        )}
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

export function RunTable({ runs }: { runs: readonly ApiRun[] }) {
  return <Table caption={words.caption} columns={columns} rows={runs} rowKey={(run) => run.id} />;
}
