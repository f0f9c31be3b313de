import type { ApiMcpServer, ApiTool } from '@cadence-agents/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil, Play, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { useServersChanged } from '../../../api/mcp-servers.ts';
import { toolList } from '../../../api/workflows.ts';
import { Badge, type BadgeTone } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Disclosure } from '../../../components/disclosure.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { useToast } from '../../../components/toast.tsx';
import { mcpTexts as words } from './mcp-texts.ts';
import { ToolTrial } from './tool-trial.tsx';

const tones: Record<ApiMcpServer['status'], BadgeTone> = {
  connecting: 'accent',
  connected: 'success',
  failed: 'danger',
};

export function McpServerCard({ server, onEdit }: { server: ApiMcpServer; onEdit: () => void }) {
  const { name, status, reason, lastFailure, problems, source, entered } = server;
  return (
    <li className="rounded-xl border bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-sm font-semibold break-all">{name}</h2>
            <Badge tone={tones[status]}>{words.states[status]}</Badge>
            {source === 'settings' && <Badge>{words.fromSettings}</Badge>}
          </div>
          <p className="mt-0.5 text-xs break-all text-muted">
            {source === 'settings' ? words.fromSettingsHint : (entered?.url ?? entered?.command)}
          </p>
        </div>
        <Actions server={server} onEdit={onEdit} />
      </div>
      {[...(reason === null ? [] : [reason]), ...problems].map((each) => (
        <p key={each} className="mt-2 text-xs break-words text-danger">
          {each}
        </p>
      ))}
      {status === 'connected' && lastFailure && (
        <p className="mt-2 text-xs break-words text-muted">
          {words.lastFailure} <TimeAgo time={lastFailure.at} />: {lastFailure.reason}
        </p>
      )}
      {(status === 'connected' || server.tools.length > 0) && <Tools server={server} />}
    </li>
  );
}

function Actions({ server, onEdit }: { server: ApiMcpServer; onEdit: () => void }) {
  return (
    <div className="flex items-center gap-1.5">
      <Reconnect name={server.name} />
      {server.source === 'entered' && <Changes server={server} onEdit={onEdit} />}
    </div>
  );
}

function Reconnect({ name }: { name: string }) {
  const changed = useServersChanged();
  const { showError } = useToast();
  const reconnect = useMutation({
    mutationFn: () => client.reconnectMcpServer({ params: { name } }),
    onSuccess: changed,
    onError: showError,
  });
  return (
    <Button
      size="sm"
      icon={<RefreshCw aria-hidden />}
      busy={reconnect.isPending}
      aria-label={words.reconnectOf(name)}
      onClick={() => reconnect.mutate()}
    >
      {words.reconnect}
    </Button>
  );
}

function Changes({ server: { name }, onEdit }: { server: ApiMcpServer; onEdit: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const changed = useServersChanged();
  const { show, showError } = useToast();
  const params = { name };
  const remove = useMutation({
    mutationFn: () => client.deleteMcpServer({ params }),
    onSuccess: async () => {
      await changed();
      show({ title: words.removed });
    },
    onError: showError,
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <IconButton size="sm" label={words.editOf(name)} icon={<Pencil aria-hidden />} onClick={onEdit} />
      <IconButton
        size="sm"
        label={words.removeOf(name)}
        icon={<Trash2 aria-hidden />}
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDialog
        open={isAsking}
        title={words.removeTitle(name)}
        description={words.removeHint}
        action={words.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function Tools({ server: { name, tools } }: { server: ApiMcpServer }) {
  const { data = [] } = useQuery(toolList);
  const [tried, setTried] = useState<ApiTool>();
  const known = data.filter((tool) => tools.includes(tool.name));
  if (tools.length === 0) return <p className="mt-2 text-xs text-faint">{words.noTools}</p>;
  return (
    <div className="mt-2">
      <Disclosure summary={words.tools(tools.length)}>
        <ul aria-label={words.toolsOf(name)} className="flex flex-col gap-1.5">
          {known.map((tool) => (
            <li key={tool.name} className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <code className="text-xs font-medium break-all">{tool.name}</code>{' '}
                {tool.requiresApproval && <Badge tone="warning">{words.asks}</Badge>}
                <p className="text-xs break-words text-muted">{tool.description}</p>
              </div>
              <Button
                size="sm"
                icon={<Play aria-hidden />}
                aria-label={words.tryOf(tool.name)}
                onClick={() => setTried(tool)}
              >
                {words.try}
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
      {tried && <ToolTrial tool={tried} onClose={() => setTried(undefined)} />}
    </div>
  );
}
