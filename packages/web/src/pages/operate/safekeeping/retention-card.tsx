import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { useToast } from '../../../components/toast.tsx';
import { retentionState } from './safekeeping-queries.ts';
import { safekeepingTexts as words } from './safekeeping-texts.ts';

export function RetentionCard() {
  const queries = useQueryClient();
  const { show, showError } = useToast();
  const { data, error, refetch } = useQuery(retentionState);
  const [isAsking, setIsAsking] = useState(false);
  const sweep = useMutation({
    mutationFn: () => client.sweepNow(),
    onSuccess: async ({ removed, archived }) => {
      show({ title: words.swept(removed, archived) });
      await queries.invalidateQueries();
    },
    onError: showError,
    onSettled: () => setIsAsking(false),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  const { retentionDays, archiveAfterDays, due } = data;
  return (
    <Card
      title={words.retention}
      actions={
        <Button size="sm" onClick={() => setIsAsking(true)}>
          {words.sweep}
        </Button>
      }
    >
      <Facts
        isLong
        facts={[
          [
            words.conversations,
            retentionDays === null ? words.conversationsForever : words.conversationsKept(retentionDays),
          ],
          [words.archive, archiveAfterDays === null ? words.archivedNever : words.archived(archiveAfterDays)],
          [
            words.due,
            due.conversations === 0 ? words.dueNothing : words.dueCount(due.conversations, due.isMore),
          ],
        ]}
      />
      {isAsking && (
        <ConfirmDialog
          open
          title={words.sweepTitle}
          description={words.sweepHint}
          action={words.sweep}
          busy={sweep.isPending}
          onConfirm={() => sweep.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  );
}
