import type { ApiRun } from '@cadence/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Route, SearchX } from 'lucide-react';
import { useState } from 'react';
import { workflowList } from '../../api/workflows.ts';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Page } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { texts } from '../../texts.ts';
import { isOpen, type RunFilter, runList } from './run-queries.ts';
import { RunTable } from './run-table.tsx';

const words = texts.runs;
const ANY = 'any';
const LIVE_MS = 2_500;
const statuses = [
  'queued',
  'running',
  'awaiting_human',
  'completed',
  'suspended',
  'failed',
  'cancelled',
] as const satisfies ApiRun['status'][];

export function RunsPage() {
  const [filter, setFilter] = useState<RunFilter>({});
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...runList(filter),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(({ status }) => isOpen(status))) ? LIVE_MS : false,
  });
  const runs = data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={<Filters filter={filter} onChange={setFilter} />}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <SkeletonRows />}
      {data !== undefined && runs.length === 0 && (isFiltered ? <NoMatch /> : <NoRuns />)}
      {runs.length > 0 && (
        <Card flush>
          <RunTable runs={runs} />
        </Card>
      )}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />}
    </Page>
  );
}

function Filters({ filter, onChange }: { filter: RunFilter; onChange: (filter: RunFilter) => void }) {
  const { data: workflows = [] } = useQuery(workflowList);
  const { status: _status, ...withoutStatus } = filter;
  const { workflowId: _workflowId, ...withoutWorkflow } = filter;
  return (
    <>
      <Select
        label={words.filterStatus}
        className="w-40!"
        value={filter.status ?? ANY}
        options={[
          { value: ANY, label: words.allStatuses },
          ...statuses.map((value) => ({ value, label: words.statuses[value] })),
        ]}
        onChange={(value) => {
          const status = statuses.find((one) => one === value);
          onChange(status ? { ...withoutStatus, status } : withoutStatus);
        }}
      />
      <Select
        label={words.filterWorkflow}
        className="w-44!"
        value={filter.workflowId ?? ANY}
        options={[
          { value: ANY, label: words.allWorkflows },
          ...workflows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => onChange(value === ANY ? withoutWorkflow : { ...filter, workflowId: value })}
      />
    </>
  );
}

const NoMatch = () => (
  <EmptyState icon={<SearchX />} title={words.noMatch}>
    {words.noMatchHint}
  </EmptyState>
);

const NoRuns = () => (
  <EmptyState
    icon={<Route />}
    title={words.empty}
    action={
      <Link to="/" className="text-sm font-medium text-accent-ink hover:underline">
        {texts.notFound.action}
      </Link>
    }
  >
    {words.emptyHint}
  </EmptyState>
);
