import type { ApiPerson } from '@cadence-agents/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { TextField } from '../../../components/field.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { peopleList } from './people-queries.ts';
import { peopleTexts as words } from './people-texts.ts';
import { PersonDialog } from './person-dialog.tsx';

export function PeoplePanel() {
  const [typed, setTyped] = useState('');
  const prefix = useDeferredValue(typed.trim());
  const [opened, setOpened] = useState<string>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    peopleList(prefix),
  );
  const people = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <p className="mb-3 text-muted">{words.about}</p>
      <TextField
        label={words.search}
        type="search"
        value={typed}
        className="mb-3 sm:max-w-72"
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && people.length === 0 && (
        <EmptyState icon={<Users />} title={words.empty}>
          {prefix === '' ? words.emptyHint : words.noneFound(prefix)}
        </EmptyState>
      )}
      {people.length > 0 && (
        <Card flush>
          <Table caption={words.caption} columns={columns(setOpened)} rows={people} rowKey={({ id }) => id} />
        </Card>
      )}
      {hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
      {opened !== undefined && (
        <PersonDialog key={opened} userId={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const columns = (onOpen: (id: string) => void): readonly Column<ApiPerson>[] => [
  {
    id: 'person',
    header: words.columns.person,
    cell: ({ id, name, hasProfile, lastSeenAt }) => (
      <div className="min-w-24">
        <span className="font-medium break-words">{name ?? id}</span>
        {name !== null && <span className="block text-xs break-all text-muted">{id}</span>}
        {name === null && !hasProfile && <span className="block text-xs text-muted">{words.noProfile}</span>}
        {lastSeenAt !== null && (
          <span className="block text-xs text-muted md:hidden">
            <TimeAgo time={lastSeenAt} />
          </span>
        )}
      </div>
    ),
  },
  {
    id: 'runs',
    header: words.columns.runs,
    align: 'right',
    cell: ({ id, runs, hasMoreRuns }) => (
      <Link
        to="/runs"
        search={{ userId: id }}
        aria-label={words.runsOf(words.runs(runs, hasMoreRuns), id)}
        className="text-accent-ink underline-offset-2 hover:underline"
      >
        {words.runs(runs, hasMoreRuns)}
      </Link>
    ),
  },
  {
    id: 'seen',
    header: words.columns.seen,
    wideOnly: true,
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? words.never : <TimeAgo time={lastSeenAt} />),
  },
  { id: 'keys', header: words.columns.keys, align: 'right', wideOnly: true, cell: ({ keys }) => keys },
  {
    id: 'open',
    header: words.columns.actions,
    align: 'right',
    cell: ({ id }) => (
      <Button size="sm" aria-label={words.openOf(id)} onClick={() => onOpen(id)}>
        {words.open}
      </Button>
    ),
  },
];
