import type { Message } from '@cadence-agents/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { inboxTexts } from '../../handoffs/inbox-texts.ts';
import { Markdown } from '../../markdown/markdown.tsx';
import { MessageParts } from '../../messages/message-parts.tsx';

const words = inboxTexts;
const SHOWN = 6;

const messagesOf = (id: string) =>
  queryOptions({
    queryKey: ['conversations', id, 'messages', 'inbox'],
    queryFn: async ({ signal }) =>
      (await client.listMessages({ params: { id }, query: { limit: 200 } }, { signal })).items,
  });

/** The end of the conversation that led to the question. */
export function EarlierMessages({ conversationId }: { conversationId: string }) {
  const { data, error, refetch } = useQuery(messagesOf(conversationId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  if (data.length === 0) return <p className="text-muted">{words.nothingBefore}</p>;
  const left = data.length - SHOWN;
  return (
    <ol className="flex flex-col gap-2.5">
      {left > 0 && <li className="text-xs text-faint">{words.earlier(left)}</li>}
      {data.slice(-SHOWN).map((message) => (
        <li key={message.id} className="flex gap-3">
          <span className="w-18 shrink-0 truncate pt-px text-xs font-medium text-muted">
            {speakerOf(message)}
          </span>
          <div className="max-h-64 min-w-0 flex-1 overflow-y-auto break-words">
            <MessageText message={message} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function speakerOf(message: Message): string {
  if (message.role === 'assistant') return message.agent ?? words.speakers.assistant;
  return message.role === 'tool' ? message.toolName : words.speakers.user;
}

function MessageText({ message }: { message: Message }) {
  if (message.role === 'tool')
    return <p className="font-mono text-xs whitespace-pre-wrap text-muted">{message.content}</p>;
  if (message.role === 'user')
    return (
      <>
        <p className="whitespace-pre-wrap">{message.content}</p>
        <MessageParts {...message} />
      </>
    );
  const called = message.toolCalls?.map(({ name }) => name) ?? [];
  return (
    <>
      {message.content !== '' && <Markdown text={message.content} isGrowing={false} />}
      <MessageParts {...message} />
      {called.length > 0 && <p className="text-xs text-faint">{words.called(called)}</p>}
    </>
  );
}
