import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { texts } from '../../texts.ts';
import { Conversation } from './conversation.tsx';
import { ConversationList } from './conversation-list.tsx';
import { Drawer } from './drawer.tsx';
import { useMedia } from './use-media.ts';

const WIDE = '(min-width: 1200px)';

export function ChatPage() {
  const { conversationId } = useParams({ strict: false });
  const id = useConversationId(conversationId);
  const isWide = useMedia(WIDE);
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <div className="flex h-full min-h-0">
      {isWide ? (
        <aside aria-label={texts.chat.conversations} className="w-60 shrink-0 border-r bg-surface">
          <ConversationList current={conversationId} />
        </aside>
      ) : (
        <Drawer
          side="left"
          title={texts.chat.conversations}
          open={isListOpen}
          onClose={() => setIsListOpen(false)}
        >
          <ConversationList current={conversationId} onFollow={() => setIsListOpen(false)} />
        </Drawer>
      )}
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
