import type { ApiHandoff, ApiRun } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { MessageParts } from '../../messages/message-parts.tsx';
import { texts } from '../../texts.ts';
import { isOpen } from '../runs/run-queries.ts';
import { conversationHandoffs, conversationMessages } from './conversation-queries.ts';
import type { RunPath } from './path-of-runs.ts';
import { type SortedMessages, sortMessages } from './sort-messages.ts';
import { Turn } from './turn.tsx';
import type { ChatActions, NewQuestion } from './use-chat-actions.ts';
import { useLinkedRun } from './use-linked-run.ts';
import { useStickToEnd } from './use-stick-to-end.ts';
import { UserBubble } from './user-bubble.tsx';

export interface ThreadProps {
  conversationId: string;
  path: RunPath<ApiRun>;
  earlier: (() => void) | undefined;
  /** A message on its way to the server. */
  pending: Pick<NewQuestion, 'message' | 'files'> | undefined;
  selected: string | undefined;
  onSelect: (runId: string) => void;
  actions: ChatActions;
}

export function Thread({ conversationId, path, earlier, pending, selected, onSelect, actions }: ThreadProps) {
  const { runs, known, branchesAt } = path;
  const { attach, isAtEnd, toEnd } = useStickToEnd();
  const { data: messages = [] } = useQuery({
    ...conversationMessages(conversationId),
    enabled: runs.length > 0 || pending === undefined,
  });
  // Right after a branch was begun or chosen, the messages are still those of another.
  const { before, replies, answers, calls } = sortMessages(messages, known);
  const { data: asked } = useQuery({ ...conversationHandoffs(conversationId), enabled: runs.length > 0 });
  const handoffs = useMemo(() => Map.groupBy(asked?.filter(isOver) ?? [], ({ runId }) => runId), [asked]);
  useLinkedRun(runs, earlier);
  const firstOpen = runs.findIndex((run) => isOpen(run.status));
  return (
    <div className="relative min-h-0 flex-1">
      <section ref={attach} aria-label={texts.chat.thread} className="h-full overflow-y-auto">
        <div className="mx-auto flex max-w-3xl flex-col gap-7 px-3 pt-6 pb-8 sm:px-6">
          {earlier ? (
            <Button look="quiet" size="sm" className="self-center" onClick={earlier}>
              {texts.chat.earlier}
            </Button>
          ) : (
            <Before messages={before} />
          )}
          {runs.map((run, index) => (
            <Turn
              key={run.id}
              run={run}
              replies={replies.get(run.id)}
              said={answers.get(run.id)}
              calls={calls.get(run.id)}
              handoffs={handoffs.get(run.id)}
              isWaiting={isOpen(run.status) && index > firstOpen}
              isLast={index === runs.length - 1 && pending === undefined}
              isSelected={run.id === selected}
              onSelect={onSelect}
              branches={branchesAt.get(run.id)}
              isAtRest={firstOpen === -1 && !actions.showBranch.isPending}
              onShowBranch={actions.showBranch.mutate}
              isAsking={actions.askInstead.isPending && actions.askInstead.variables.run.id === run.id}
              onAskAgain={(message) => actions.askInstead.mutate({ run, message })}
            />
          ))}
          {pending && <UserBubble text={pending.message} parts={pending.files} isPending />}
        </div>
      </section>
      {!isAtEnd && (
        <Button
          size="sm"
          className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full!"
          icon={<ArrowDown aria-hidden />}
          onClick={toEnd}
        >
          {texts.chat.latest}
        </Button>
      )}
    </div>
  );
}

const isOver = ({ status }: ApiHandoff) => status !== 'waiting';

const BEFORE_AT_ONCE = 30;

/** What was said in the conversation that this one was forked from, the last of it first. */
function Before({ messages }: { messages: SortedMessages['before'] }) {
  const [count, setCount] = useState(BEFORE_AT_ONCE);
  return (
    <>
      {messages.length > count && (
        <Button
          look="quiet"
          size="sm"
          className="self-center"
          onClick={() => setCount(count + BEFORE_AT_ONCE)}
        >
          {texts.chat.earlier}
        </Button>
      )}
      {messages.slice(-count).map((message) => (
        <div key={message.id} className="[contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
          {message.role === 'user' ? (
            <UserBubble text={message.content} parts={message.parts ?? []} />
          ) : (
            <div className="flex flex-col gap-2">
              <Markdown text={message.content} isGrowing={false} />
              <MessageParts {...message} />
            </div>
          )}
        </div>
      ))}
    </>
  );
}
