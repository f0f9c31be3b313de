import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Route, SearchX } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { texts } from '../../texts.ts';
import { RunFilters } from './run-filters.tsx';
import { isOpen, runList } from './run-queries.ts';
import { filterOf } from './run-search.ts';
import { RunTable } from './run-table.tsx';

const words = texts.runs;
const LIVE_MS = 2_500;
export function RunsPage() {
  const search = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...runList(filterOf(search)),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(({ status }) => isOpen(status))) ? LIVE_MS : false,
  });
  const runs = data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Page title={words.title} description={words.description}>
      <RunFilters search={search} onChange={(next) => void navigate({ search: next, replace: true })} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <SkeletonRows />}
      {data !== undefined && runs.length === 0 && (isFiltered ? <NoMatch /> : <NoRuns />)}
      {runs.length > 0 && (
        <Card flush>
          <RunTable runs={runs} text={search.text} />
        </Card>
      )}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />}
    </Page>
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
