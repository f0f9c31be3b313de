import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMedia } from '../../components/use-media.ts';
import { texts } from '../../texts.ts';
import { BesideThread } from './beside-thread.tsx';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './conversation-list.tsx';

const WIDE = '(min-width: 1200px)';

export function ChatPage() {
  const { conversationId } = useParams({ strict: false });
  const id = useConversationId(conversationId);
  const isWide = useMedia(WIDE);
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <div className="flex h-full min-h-0">
      <BesideThread
        side="left"
        name="conversations"
        label={texts.chat.conversations}
        start={240}
        min={180}
        max={480}
        isWide={isWide}
        isOpen={isWide || isListOpen}
        onClose={() => setIsListOpen(false)}
      >
        <ConversationList current={conversationId} onFollow={() => setIsListOpen(false)} />
      </BesideThread>
      <Conversation
        key={id}
        id={id}
        isNew={conversationId === undefined}
        onOpenList={isWide ? undefined : () => setIsListOpen(true)}
      />
    </div>
  );
}

/** The id that a new conversation will have; the next one gets another. */
function useConversationId(known: string | undefined): string {
  const [next, setNext] = useState(() => crypto.randomUUID());
  if (known === next) setNext(crypto.randomUUID());
  return known ?? next;
}
