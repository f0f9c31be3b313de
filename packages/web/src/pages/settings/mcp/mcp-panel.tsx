import type { ApiMcpServer } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { mcpServerList } from '../../../api/mcp-servers.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { McpDialog } from './mcp-dialog.tsx';
import { McpServerCard } from './mcp-server-card.tsx';
import { mcpTexts as words } from './mcp-texts.ts';

/** The MCP servers: how each is doing, what tools it brings, and those that were entered to change. */
export function McpPanel() {
  const { data, error, refetch } = useQuery(mcpServerList);
  const [edited, setEdited] = useState<ApiMcpServer | 'new'>();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  const add = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
      {words.add}
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon={<Plug />} title={words.empty} action={add}>
          {words.emptyHint}
        </EmptyState>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 flex-1 basis-64 text-muted">{words.about}</p>
            {add}
          </div>
          <ul aria-label={words.label} className="flex flex-col gap-3">
            {data.map((server) => (
              <McpServerCard
                key={`${server.source}-${server.name}`}
                server={server}
                onEdit={() => setEdited(server)}
              />
            ))}
          </ul>
        </>
      )}
      {edited && (
        <McpDialog server={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
