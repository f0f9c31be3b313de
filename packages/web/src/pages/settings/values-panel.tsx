import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { settingList } from '../../api/settings.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TextField } from '../../components/field.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { texts } from '../../texts.ts';

const words = texts.settings.values;

interface Setting {
  name: string;
  env: string;
  about: string;
  source: string;
  value?: unknown;
  secret: boolean;
}

const columns: readonly Column<Setting>[] = [
  {
    id: 'name',
    header: words.columns.name,
    cell: ({ env, about }) => (
      <>
        <code className="text-xs font-medium break-all">{env}</code>
        <span className="block text-xs text-muted">{about}</span>
      </>
    ),
  },
  { id: 'value', header: words.columns.value, cell: shownValue },
  {
    id: 'source',
    header: words.columns.source,
    wideOnly: true,
    cell: ({ source }) => <Badge tone={source === 'default' ? 'neutral' : 'accent'}>{source}</Badge>,
  },
];

function shownValue({ value, secret }: Setting): ReactNode {
  if (secret) return <span className="text-xs text-faint">{words.secret}</span>;
  if (value === null || value === undefined) return <span className="text-xs text-faint">{words.unset}</span>;
  if (Array.isArray(value) && value.length === 0)
    return <span className="text-xs text-faint">{words.empty}</span>;
  return (
    <code className="text-xs break-all">{typeof value === 'string' ? value : JSON.stringify(value)}</code>
  );
}

/** All settings, to be searched by name and meaning. */
export function ValuesPanel() {
  const { data, error, refetch } = useQuery(settingList);
  const [typed, setTyped] = useState('');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  const wanted = typed.trim().toLowerCase().split(/\s+/);
  const shown = data.filter(({ name, env, about, source }) => {
    const text = `${name} ${env} ${about} ${source}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-muted">{words.about}</p>
        <div className="flex items-center gap-3 max-sm:w-full">
          <span role="status" className="text-xs whitespace-nowrap text-faint tabular-nums">
            {words.count(shown.length, data.length)}
          </span>
          <TextField
            type="search"
            label={words.search}
            hideLabel
            placeholder={words.search}
            value={typed}
            className="w-56 max-sm:flex-1"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      </div>
      <Card flush>
        {shown.length === 0 ? (
          <p className="p-4 text-muted">{words.none(typed)}</p>
        ) : (
          <Table caption={words.caption} columns={columns} rows={shown} rowKey={({ name }) => name} />
        )}
      </Card>
    </>
  );
}
