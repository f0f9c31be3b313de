import type { ApiHandoff } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, CircleCheck, Inbox } from 'lucide-react';
import { useState } from 'react';
import { waitingHandoffs } from '../../api/waiting-handoffs.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, buttonClasses } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { inboxTexts } from '../../handoffs/inbox-texts.ts';
import { HandoffDetail } from './handoff-detail.tsx';
import { HandoffList } from './handoff-list.tsx';
import { NotifyButton } from './notify-button.tsx';

const words = inboxTexts;

export function InboxPage() {
  const { data, error, refetch } = useQuery(waitingHandoffs);
  const [answered, setAnswered] = useState<ApiHandoff>();
  const waiting = data?.filter(({ id }) => id !== answered?.id);
  const count = waiting && waiting.length > 0 && <Badge tone="accent">{words.count(waiting.length)}</Badge>;
  return (
    <Page title={words.title} description={words.description} aside={count} actions={<NotifyButton />}>
      <div role="status" className="empty:hidden">
        {answered && <Answered runId={answered.runId} />}
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!waiting && !error && <SkeletonRows rows={4} />}
      {waiting?.length === 0 && (
        <EmptyState icon={<Inbox />} title={words.empty}>
          {words.emptyHint}
        </EmptyState>
      )}
      {waiting && waiting.length > 0 && <Waiting handoffs={waiting} onAnswered={setAnswered} />}
    </Page>
  );
}

interface WaitingProps {
  handoffs: readonly ApiHandoff[];
  onAnswered: (handoff: ApiHandoff) => void;
}

/** The list beside the chosen one; on a narrow screen one of the two. */
function Waiting({ handoffs, onAnswered }: WaitingProps) {
  const [chosen, setChosen] = useState<string>();
  const picked = handoffs.find(({ id }) => id === chosen);
  const shown = picked ?? handoffs[0];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[20rem_1fr]">
      <div className={cx(picked && 'max-lg:hidden')}>
        <HandoffList handoffs={handoffs} chosen={shown?.id} onChoose={setChosen} />
      </div>
      {shown && (
        <div className={cx('min-w-0', !picked && 'max-lg:hidden')}>
          <Button
            look="quiet"
            size="sm"
            className="mb-2 lg:hidden"
            icon={<ArrowLeft aria-hidden />}
            onClick={() => setChosen(undefined)}
          >
            {words.back}
          </Button>
          <HandoffDetail key={shown.id} handoff={shown} onAnswered={() => onAnswered(shown)} />
        </div>
      )}
    </div>
  );
}

function Answered({ runId }: { runId: string }) {
  return (
    <p className="flex flex-wrap items-center gap-2 rounded-lg bg-success-soft px-3 py-2 text-success">
      <CircleCheck aria-hidden className="size-4 shrink-0" />
      {words.answered}
      <Link to="/runs/$runId" params={{ runId }} className={cx(buttonClasses('secondary', 'sm'), 'ml-auto')}>
        {words.openRun}
      </Link>
    </p>
  );
}
