import type { ApiSetting } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { settingList } from '../../api/settings.ts';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { TextField } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { SourceNote } from './source-note.tsx';
import { ValueDialog } from './value-dialog.tsx';
import { valuesTexts } from './values-texts.ts';

const words = valuesTexts;

const columns = (onEdit: (setting: ApiSetting) => void): readonly Column<ApiSetting>[] => [
  {
    id: 'name',
    header: words.columns.name,
    cell: (setting) => (
      <>
        <code className="text-xs font-medium break-all">{setting.env}</code>
        <span className="block text-xs text-muted">{setting.about}</span>
        <span className="mt-1 block md:hidden">
          {shownValue(setting)} <Source setting={setting} />
        </span>
      </>
    ),
  },
  { id: 'value', header: words.columns.value, wideOnly: true, cell: shownValue },
  {
    id: 'source',
    header: words.columns.source,
    wideOnly: true,
    cell: (setting) => <Source setting={setting} />,
  },
  {
    id: 'change',
    header: words.columns.change,
    align: 'right',
    cell: (setting) =>
      isChangeable(setting) ? (
        <IconButton
          size="sm"
          label={words.change(setting.env)}
          icon={<Pencil aria-hidden />}
          onClick={() => onEdit(setting)}
        />
      ) : (
        <span className="text-xs text-faint">
          {setting.pinned === true && setting.takesEffect !== 'restart' ? words.fixed : words.restart}
        </span>
      ),
  },
];

const isChangeable = ({ takesEffect, pinned }: ApiSetting) =>
  takesEffect !== undefined && takesEffect !== 'restart' && pinned !== true;

function Source({ setting }: { setting: ApiSetting }) {
  const { source } = setting;
  return (
    <>
      <Badge tone={source === 'default' ? 'neutral' : 'accent'}>{source}</Badge>
      {source === 'entered' && <SourceNote setting={setting} />}
    </>
  );
}

function shownValue({ value, secret, source }: ApiSetting): ReactNode {
  // By default no secret is set.
  if (secret && source !== 'default') return <span className="text-xs text-faint">{words.secret}</span>;
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
  const [edited, setEdited] = useState<ApiSetting>();
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
          <Table
            caption={words.caption}
            columns={columns(setEdited)}
            rows={shown}
            rowKey={({ name }) => name}
          />
        )}
      </Card>
      {edited && <ValueDialog setting={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
