import type { ApiPlugin } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plug, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { pluginList } from '../../api/plugins.ts';
import { useMay } from '../../api/who-am-i.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { PluginRow } from './plugin-row.tsx';
import { pluginsTexts } from './plugins-texts.ts';
import { ReloadReport } from './reload-report.tsx';
import { UploadBox } from './upload-box.tsx';
import { usePluginActions } from './use-plugin-actions.ts';

const words = pluginsTexts;

export function PluginsPage() {
  const isAdmin = useMay('deployment');
  const { reload, remove, restore, turn } = usePluginActions();
  const [removing, setRemoving] = useState<ApiPlugin>();
  const reloadButton = (
    <Button
      icon={<RotateCw aria-hidden />}
      title={words.reloadHint}
      busy={reload.isPending}
      onClick={() => reload.mutate()}
    >
      {words.reload}
    </Button>
  );
  return (
    <Page
      title={words.title}
      description={words.description}
      {...(isAdmin === true && { actions: reloadButton })}
    >
      {isAdmin === true && <UploadBox />}
      {isAdmin === false && <p className="text-muted">{words.upload.needsAdmin}</p>}
      {reload.data && <ReloadReport report={reload.data} onClose={reload.reset} />}
      <PluginRows
        {...(isAdmin === true && {
          change: {
            remove: setRemoving,
            restore: ({ slug }, version) => restore.mutate({ name: slug, version }),
            turn: ({ slug, status }) => turn.mutate({ name: slug, off: status !== 'off' }),
            busy: turn.isPending ? turn.variables.name : undefined,
          },
        })}
      />
      {removing && (
        <ConfirmDialog
          open
          title={words.removeTitle(removing.name)}
          description={words.removeHint}
          action={words.remove}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing.slug, { onSettled: () => setRemoving(undefined) })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Page>
  );
}

interface PluginRowsProps {
  change?: {
    remove: (plugin: ApiPlugin) => void;
    restore: (plugin: ApiPlugin, version: string) => void;
    turn: (plugin: ApiPlugin) => void;
    /** The plugin that is being turned off or on. */
    busy: string | undefined;
  };
}

function PluginRows({ change }: PluginRowsProps) {
  const { data, error, refetch } = useQuery(pluginList);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  if (data.length === 0)
    return (
      <EmptyState icon={<Plug />} title={words.empty}>
        {words.emptyHint}
      </EmptyState>
    );
  return (
    <Card flush>
      <ul aria-label={words.list}>
        {data.map((plugin) => (
          <PluginRow
            // One that goes back to another version stays the same row, and the focus in it.
            key={`${plugin.source}-${plugin.slug}-${plugin.status === 'shadowed' ? plugin.version : ''}`}
            plugin={plugin}
            {...(change && {
              ...(plugin.source === 'uploaded' && {
                change: {
                  remove: () => change.remove(plugin),
                  restore: (version: string) => change.restore(plugin, version),
                },
              }),
              ...((plugin.status === 'loaded' || plugin.status === 'off') &&
                plugin.source !== 'mcp' && {
                  turn: { act: () => change.turn(plugin), busy: change.busy === plugin.slug },
                }),
            })}
          />
        ))}
      </ul>
    </Card>
  );
}
