import type { ApiRun } from '@cadence/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { MessageParts } from '../../messages/message-parts.tsx';
import { texts } from '../../texts.ts';
import { isOpen } from '../runs/run-queries.ts';
import { conversationMessages } from './conversation-queries.ts';
import type { RunPath } from './path-of-runs.ts';
import { type SortedMessages, sortMessages } from './sort-messages.ts';
import { Turn } from './turn.tsx';
import type { ChatActions, NewQuestion } from './use-chat-actions.ts';
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
  const { runs, branchesAt } = path;
  const { attach, isAtEnd, toEnd } = useStickToEnd();
  const { data: messages = [] } = useQuery({
    ...conversationMessages(conversationId),
    enabled: runs.length > 0 || pending === undefined,
  });
  const { before, replies, answers } = sortMessages(messages, runs);
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

/** What was said in the conversation that this one was forked from. */
function Before({ messages }: { messages: SortedMessages['before'] }) {
  return messages.map((message) =>
    message.role === 'user' ? (
      <UserBubble key={message.id} text={message.content} parts={message.parts ?? []} />
    ) : (
      <div key={message.id} className="flex flex-col gap-2">
        <Markdown text={message.content} isGrowing={false} />
        <MessageParts {...message} />
      </div>
    ),
  );
}
