import type { ApiRun } from '@cadence-agents/contracts';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMay } from '../../api/who-am-i.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { useMedia } from '../../components/use-media.ts';
import { texts } from '../../texts.ts';
import { isOpen, runList } from '../runs/run-queries.ts';
import { BesideThread } from './beside-thread.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { titleOf } from './conversation-list.tsx';
import { conversationBranches, conversationById } from './conversation-queries.ts';
import { pathOfRuns } from './path-of-runs.ts';
import { RunPanel, type RunPanelProps } from './run-panel.tsx';
import { Thread } from './thread.tsx';
import { useChatActions } from './use-chat-actions.ts';
import type { SendMessage } from './use-draft.ts';
import { type Question, useQuestion } from './use-question.ts';
import { Welcome } from './welcome.tsx';

const WIDE = '(min-width: 1000px)';
const ROOMY = '(min-width: 1400px)';

export interface ConversationProps {
  id: string;
  /** Nothing has been asked yet. */
  isNew: boolean;
  onOpenList: (() => void) | undefined;
}

/** One conversation: its messages, what is asked next, and the run beside them. */
export function Conversation({ id, isNew, onOpenList }: ConversationProps) {
  const list = useInfiniteQuery({ ...runList({ conversationId: id }), enabled: !isNew });
  const { data: conversation, error: missing } = useQuery({ ...conversationById(id), enabled: !isNew });
  const error = list.error ?? missing;
  const path = usePath(id, list, !isNew);
  const { runs } = path;
  const actions = useChatActions(id);
  const question = useQuestion(runs.at(-1));
  const [selected, setSelected] = useState<string>();
  const panel = usePanel();
  const shown = runs.find((run) => run.id === selected) ?? runs.at(-1);
  const isEmpty = isNew && !actions.send.isPending;
  const ask: SendMessage = (message, files) =>
    actions.send.mutateAsync({ message, files, after: runs.at(-1)?.id, ...question.options });
  const { variables: sent } = actions.send;
  // Its run may be in the list before the request is done: no message stands there twice.
  const isOnItsWay = actions.send.isPending && sent?.after === runs.at(-1)?.id;

  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col md:min-w-80">
        <ChatHeader
          title={conversation && titleOf(conversation)}
          onOpenList={onOpenList}
          isPanelOpen={panel.isOpen}
          onTogglePanel={panel.toggle}
        />
        {error && <ErrorState error={error} onRetry={() => void list.refetch()} />}
        {!isNew && list.isPending && <SkeletonRows rows={4} />}
        {isEmpty ? (
          <Welcome
            workflowId={question.options.workflowId}
            onAsk={(message, workflowId = question.options.workflowId) =>
              void actions.send
                .mutateAsync({ message, files: [], after: undefined, ...question.options, workflowId })
                .catch(() => undefined)
            }
          />
        ) : (
          <Thread
            conversationId={id}
            path={path}
            earlier={list.hasNextPage && path.isCut ? () => void list.fetchNextPage() : undefined}
            pending={isOnItsWay ? sent : undefined}
            selected={shown?.id}
            onSelect={(runId) => {
              setSelected(runId);
              panel.open();
            }}
            actions={actions}
          />
        )}
        <Ask
          draftKey={isNew ? 'new' : id}
          question={question}
          onAsk={ask}
          actions={actions}
          running={runs.find((run) => isOpen(run.status))?.id}
        />
      </div>
      <RunBeside panel={panel} run={shown} workflowId={question.options.workflowId} />
    </>
  );
}

/** The branch that is shown; the run that it ends with may have to be loaded. */
function usePath(
  id: string,
  list: UseInfiniteQueryResult<InfiniteData<{ items: ApiRun[] }>>,
  enabled: boolean,
) {
  const { data: branches } = useQuery({ ...conversationBranches(id), enabled });
  const known = (list.data?.pages.flatMap((page) => page.items) ?? []).toReversed();
  const path = pathOfRuns(known, branches);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const isAway = known.length > 0 && path.runs.length === 0 && hasNextPage && !isFetching;
  useEffect(() => {
    if (isAway) void fetchNextPage();
  }, [isAway, fetchNextPage]);
  return path;
}

interface AskProps {
  draftKey: string;
  question: Question;
  onAsk: SendMessage;
  actions: ReturnType<typeof useChatActions>;
  running: string | undefined;
}

function Ask({ draftKey, question, onAsk, actions, running }: AskProps) {
  const maySend = useMay('operator');
  if (maySend === false)
    return <p className="shrink-0 px-6 pb-4 text-center text-sm text-muted">{texts.chat.readOnly}</p>;
  return (
    <Composer
      draftKey={draftKey}
      question={question}
      onSend={onAsk}
      isSending={actions.send.isPending}
      onStop={running === undefined ? undefined : () => actions.stop.mutate(running)}
      isStopping={actions.stop.isPending}
    />
  );
}

function RunBeside({ panel, ...shown }: RunPanelProps & { panel: ReturnType<typeof usePanel> }) {
  return (
    <BesideThread
      side="right"
      name="run"
      label={texts.chat.run}
      start={panel.start}
      min={300}
      max={1000}
      isWide={panel.isWide}
      isOpen={panel.isOpen}
      onClose={panel.toggle}
    >
      <RunPanel {...shown} />
    </BesideThread>
  );
}

/** Open from the start where there is room for it. */
function usePanel() {
  const isWide = useMedia(WIDE);
  const isRoomy = useMedia(ROOMY);
  const [isOpen, setIsOpen] = useState<boolean>();
  const current = isOpen ?? isWide;
  return {
    isWide,
    start: isRoomy ? 448 : 384,
    isOpen: current,
    open: () => setIsOpen(true),
    toggle: () => setIsOpen(!current),
  };
}
