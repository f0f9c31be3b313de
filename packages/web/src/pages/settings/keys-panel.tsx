import type { ApiKey } from '@cadence-agents/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { Table } from '../../components/table.tsx';
import { useToast } from '../../components/toast.tsx';
import { keyColumns, nameOf } from './key-columns.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { keyList } from './settings-queries.ts';
import { settingsTexts } from './settings-texts.ts';

const words = settingsTexts.keys;

export function KeysPanel() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(keyList);
  const keys = data?.pages.flatMap(({ items }) => items) ?? [];
  const [isCreating, setIsCreating] = useState(false);
  const [rotating, setRotating] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const revoke = useRevoke(() => setRevoking(undefined));
  const create = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setIsCreating(true)}>
      {words.new}
    </Button>
  );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-muted">{words.about}</p>
        {keys.length > 0 && create}
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data && keys.length === 0 && !hasNextPage && (
        <EmptyState icon={<KeyRound />} title={words.empty} action={create}>
          {words.emptyHint}
        </EmptyState>
      )}
      {keys.length > 0 && (
        <Card flush>
          <Table
            caption={words.caption}
            columns={keyColumns({ onRevoke: setRevoking, onRotate: setRotating })}
            rows={keys}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />}
      {isCreating && <NewKeyDialog onClose={() => setIsCreating(false)} />}
      {rotating && <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(undefined)} />}
      {revoking && (
        <ConfirmDialog
          open
          title={words.revokeTitle(nameOf(revoking))}
          description={words.revokeHint}
          action={words.revoke}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking.id)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

function useRevoke(onDone: () => void) {
  const queries = useQueryClient();
  const { show, showError } = useToast();
  return useMutation({
    mutationFn: (id: string) => client.revokeKey({ params: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keyList.queryKey });
      show({ title: words.revoked });
    },
    onError: showError,
    onSettled: onDone,
  });
}
