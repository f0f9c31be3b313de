import { type ApiAuditEntry, isJsonObject } from '@cadence-agents/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { operateTexts } from '../operate-texts.ts';
import { AuditExport } from './audit-export.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditLog } from './audit-queries.ts';
import { readAuditSearch } from './audit-search.ts';
import { AuditTarget } from './audit-target.tsx';

const words = operateTexts.audit;

const columns: readonly Column<ApiAuditEntry>[] = [
  { id: 'time', header: words.columns.time, cell: ({ time }) => <TimeAgo time={time} /> },
  {
    id: 'action',
    header: words.columns.action,
    cell: ({ action, target, actor }) => (
      <>
        <code className="text-xs font-medium">{action}</code>
        {target !== null && (
          <span className="block text-xs break-all text-muted">
            <AuditTarget action={action} target={target} />
          </span>
        )}
        <span className="block text-xs break-all text-muted md:hidden">{words.by(actor)}</span>
      </>
    ),
  },
  {
    id: 'outcome',
    header: words.columns.outcome,
    cell: ({ outcome, details }) => (
      <>
        <Badge tone={outcome === 'done' ? 'success' : 'danger'}>{words.outcomes[outcome] ?? outcome}</Badge>
        {isJsonObject(details) && typeof details.code === 'string' && (
          <code className="mt-0.5 block text-2xs break-all text-muted">{details.code}</code>
        )}
      </>
    ),
  },
  {
    id: 'actor',
    header: words.columns.actor,
    wideOnly: true,
    cell: ({ actor }) => (
      <Link
        to="/operate/$tab"
        params={{ tab: 'audit' }}
        search={{ actor }}
        aria-label={words.onlyActor(actor)}
        className="underline-offset-2 hover:underline"
      >
        <code className="text-xs">{actor}</code>
      </Link>
    ),
  },
  {
    id: 'from',
    header: words.columns.from,
    wideOnly: true,
    cell: ({ ip }) => <span className="text-xs text-muted">{ip ?? ''}</span>,
  },
];

export function AuditPanel() {
  const search = readAuditSearch(useSearch({ strict: false }));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditLog(search),
  );
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-muted">{words.about}</p>
        <AuditExport search={search} />
      </div>
      <AuditFilters search={search} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && entries.length === 0 && (
        <EmptyState icon={<ScrollText />} title={words.empty}>
          {isFiltered ? words.noneFound : words.emptyHint}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <Card flush>
          <Table caption={words.caption} columns={columns} rows={entries} rowKey={({ id }) => id} />
        </Card>
      )}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />}
    </>
  );
}
