import type { ApiRetention, ApiSetting } from '@cadence-agents/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client } from '../../../api/client.ts';
import { settingList } from '../../../api/settings.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Facts } from '../../../components/facts.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { useToast } from '../../../components/toast.tsx';
import { SourceNote } from '../../settings/source-note.tsx';
import { ValueDialog } from '../../settings/value-dialog.tsx';
import { retentionState } from './safekeeping-queries.ts';
import { safekeepingTexts as words } from './safekeeping-texts.ts';

export function RetentionCard() {
  const queries = useQueryClient();
  const { show, showError } = useToast();
  const { data, error, refetch } = useQuery(retentionState);
  const [isAsking, setIsAsking] = useState(false);
  const [edited, setEdited] = useState<ApiSetting>();
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
  return (
    <Card
      title={words.retention}
      actions={
        <Button size="sm" onClick={() => setIsAsking(true)}>
          {words.sweep}
        </Button>
      }
    >
      <RetentionFacts retention={data} onChange={setEdited} />
      {edited && (
        <ValueDialog
          setting={edited}
          onClose={() => {
            setEdited(undefined);
            void queries.invalidateQueries({ queryKey: retentionState.queryKey });
          }}
        />
      )}
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

interface RetentionFactsProps {
  retention: ApiRetention;
  onChange: (setting: ApiSetting) => void;
}

function RetentionFacts({ retention, onChange }: RetentionFactsProps) {
  const { data: settings = [] } = useQuery(settingList);
  const { retentionDays, archiveAfterDays, due } = retention;
  const settingOf = (name: string) => settings.find((each) => each.name === name);
  const hasArchive = (settingOf('archiveUrl')?.source ?? 'default') !== 'default';
  return (
    <Facts
      isLong
      facts={[
        [
          words.conversations,
          <Rule
            key="conversations"
            what={words.conversations}
            setting={settingOf('retentionDays')}
            onChange={onChange}
          >
            {retentionDays === null ? words.conversationsForever : words.conversationsKept(retentionDays)}
          </Rule>,
        ],
        [
          words.archive,
          hasArchive ? (
            <Rule
              key="archive"
              what={words.archive}
              setting={settingOf('archiveAfterDays')}
              onChange={onChange}
            >
              {archiveAfterDays === null ? words.archivedNever : words.archived(archiveAfterDays)}
            </Rule>
          ) : (
            words.archiveNone
          ),
        ],
        [
          words.due,
          due.conversations === 0 ? words.dueNothing : words.dueCount(due.conversations, due.isMore),
        ],
      ]}
    />
  );
}

interface RuleProps {
  what: string;
  setting: ApiSetting | undefined;
  onChange: (setting: ApiSetting) => void;
  children: ReactNode;
}

/** What holds, where that comes from, and a way to change it. */
function Rule({ what, setting, onChange, children }: RuleProps) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {children}
        {setting?.pinned === false && (
          <Button size="sm" aria-label={words.changeOf(what)} onClick={() => onChange(setting)}>
            {words.change}
          </Button>
        )}
      </span>
      {setting && <SourceNote setting={setting} />}
    </>
  );
}
