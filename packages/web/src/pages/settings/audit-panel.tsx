import type { ApiAuditEntry } from '@cadence/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TextField } from '../../components/field.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { texts } from '../../texts.ts';
import { type AuditChoice, auditLog } from './settings-queries.ts';

const words = texts.settings.audit;

const columns: readonly Column<ApiAuditEntry>[] = [
  { id: 'time', header: words.columns.time, cell: ({ time }) => <TimeAgo time={time} /> },
  {
    id: 'action',
    header: words.columns.action,
    cell: ({ action, target }) => (
      <>
        <code className="text-xs font-medium">{action}</code>
        {target !== null && <span className="block text-xs break-all text-muted">{target}</span>}
      </>
    ),
  },
  {
    id: 'outcome',
    header: words.columns.outcome,
    cell: ({ outcome }) => (
      <Badge tone={outcome === 'done' ? 'success' : 'danger'}>{words.outcomes[outcome] ?? outcome}</Badge>
    ),
  },
  {
    id: 'actor',
    header: words.columns.actor,
    wideOnly: true,
    cell: ({ actor }) => <code className="text-xs">{actor}</code>,
  },
  {
    id: 'from',
    header: words.columns.from,
    wideOnly: true,
    cell: ({ ip }) => <span className="text-xs text-muted">{ip ?? ''}</span>,
  },
];

export function AuditPanel() {
  const [choice, setChoice] = useState<AuditChoice>({});
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditLog(choice),
  );
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <p className="mb-3 text-muted">{words.about}</p>
      <AuditFilter onChange={setChoice} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && entries.length === 0 && (
        <EmptyState icon={<ScrollText />} title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <Card flush>
          <Table caption={words.caption} columns={columns} rows={entries} rowKey={({ id }) => id} />
        </Card>
      )}
      {hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

function AuditFilter({ onChange }: { onChange: (choice: AuditChoice) => void }) {
  const [actor, setActor] = useState('');
  const [action, setAction] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({
      ...(actor.trim() !== '' && { actor: actor.trim() }),
      ...(action.trim() !== '' && { action: action.trim() }),
    });
  };
  const clear = () => {
    setActor('');
    setAction('');
    onChange({});
  };
  return (
    <form onSubmit={submit} className="mb-3 flex flex-wrap items-end gap-2">
      <TextField
        label={words.actor}
        placeholder={words.actorHint}
        value={actor}
        className="min-w-40 flex-1 sm:max-w-56"
        onChange={(event) => setActor(event.target.value)}
      />
      <TextField
        label={words.action}
        placeholder={words.actionHint}
        value={action}
        className="min-w-40 flex-1 sm:max-w-56"
        onChange={(event) => setAction(event.target.value)}
      />
      <Button type="submit">{words.filter}</Button>
      <Button look="quiet" onClick={clear}>
        {words.clear}
      </Button>
    </form>
  );
}
