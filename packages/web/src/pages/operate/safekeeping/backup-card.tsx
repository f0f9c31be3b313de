import type { ApiBackup } from '@cadence-agents/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DatabaseBackup, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { useToast } from '../../../components/toast.tsx';
import { fileSize } from '../../../messages/file-size.ts';
import { backupList } from './safekeeping-queries.ts';
import { safekeepingTexts as words } from './safekeeping-texts.ts';

export function BackupCard() {
  const { data, error, refetch } = useQuery(backupList);
  const [removing, setRemoving] = useState<string>();
  const { create, download, remove } = useBackupActions(() => setRemoving(undefined));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  if (data.elsewhere !== null)
    return (
      <Card title={words.backups}>
        <p className="text-muted">{words.elsewhere}</p>
        <p className="mt-2 flex items-center gap-2">
          <code className="min-w-0 break-all rounded bg-sunken px-2 py-1 text-xs">{data.elsewhere}</code>
          <CopyButton text={data.elsewhere} label={words.copyCommand} />
        </p>
      </Card>
    );
  return (
    <Card
      title={words.backups}
      flush
      actions={
        <Button
          size="sm"
          icon={<DatabaseBackup aria-hidden />}
          busy={create.isPending}
          onClick={() => create.mutate()}
        >
          {words.create}
        </Button>
      }
    >
      <p className="px-4 py-3 text-muted">
        {words.backupsAbout} {data.items.length === 0 && words.none}
      </p>
      {data.items.length > 0 && (
        <Table
          caption={words.caption}
          columns={columns({ download: download.mutate, remove: setRemoving })}
          rows={data.items}
          rowKey={({ name }) => name}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          open
          title={words.removeTitle(removing)}
          description={words.removeHint}
          action={words.remove}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  );
}

function useBackupActions(onRemoved: () => void) {
  const queries = useQueryClient();
  const { show, showError } = useToast();
  const refresh = () => queries.invalidateQueries({ queryKey: backupList.queryKey });
  const create = useMutation({
    mutationFn: () => client.createBackup(),
    onSuccess: async ({ name }) => {
      show({ title: words.created(name) });
      await refresh();
    },
    onError: showError,
  });
  const download = useMutation({
    mutationFn: async (name: string) => saveFile(name, await client.fetchBackup(name)),
    onError: showError,
  });
  const remove = useMutation({
    mutationFn: (name: string) => client.deleteBackup({ params: { name } }),
    onSuccess: async () => {
      show({ title: words.removed });
      await refresh();
    },
    onError: showError,
    onSettled: onRemoved,
  });
  return { create, download, remove };
}

interface Actions {
  download: (name: string) => void;
  remove: (name: string) => void;
}

const columns = ({ download, remove }: Actions): readonly Column<ApiBackup>[] => [
  {
    id: 'name',
    header: words.columns.name,
    cell: ({ name }) => <code className="text-xs break-all">{name}</code>,
  },
  {
    id: 'size',
    header: words.columns.size,
    align: 'right',
    cell: ({ bytes }) => <span className="whitespace-nowrap">{fileSize(bytes)}</span>,
  },
  {
    id: 'made',
    header: words.columns.made,
    wideOnly: true,
    cell: ({ createdAt }) => <TimeAgo time={createdAt} />,
  },
  {
    id: 'actions',
    header: words.columns.actions,
    align: 'right',
    cell: ({ name }) => (
      <span className="inline-flex gap-1">
        <IconButton
          size="sm"
          label={words.downloadOf(name)}
          icon={<Download aria-hidden />}
          onClick={() => download(name)}
        />
        <IconButton
          size="sm"
          label={words.removeOf(name)}
          icon={<Trash2 aria-hidden />}
          onClick={() => remove(name)}
        />
      </span>
    ),
  },
];
