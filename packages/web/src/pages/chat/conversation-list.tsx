import type { ApiConversation } from '@cadence-agents/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { TextField } from '../../components/field.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { blocksOf, NearbyRows } from '../../components/nearby-rows.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { texts } from '../../texts.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { conversationList } from './conversation-queries.ts';

export interface ConversationListProps {
  current: string | undefined;
  onFollow?: () => void;
}

export function ConversationList({ current, onFollow }: ConversationListProps) {
  const [search, setSearch] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(conversationList);
  // Trials of drafts are with their runs.
  const all = (data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ metadata }) => metadata.trial === undefined,
  );
  const wanted = search.trim().toLowerCase();
  const shown = all.filter((one) => titleOf(one).toLowerCase().includes(wanted));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-2 p-3">
        <Link
          to="/"
          className={cx(buttonClasses('secondary'), 'w-full')}
          {...(onFollow && { onClick: onFollow })}
        >
          <Plus aria-hidden />
          {texts.chat.newConversation}
        </Link>
        <TextField
          label={texts.chat.search}
          hideLabel
          type="search"
          placeholder={texts.chat.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <nav aria-label={texts.chat.conversations} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && !error && <SkeletonRows rows={5} />}
        {data !== undefined && shown.length === 0 && (
          <p className="px-2 py-4 text-xs text-faint">
            {all.length === 0 ? texts.chat.noConversations : texts.chat.noMatch}
          </p>
        )}
        {blocksOf(shown).map((block) => (
          <NearbyRows key={block.start} as="ul" className="flex flex-col gap-px pb-px">
            {() =>
              block.rows.map((one) => (
                <Entry key={one.id} conversation={one} isHere={one.id === current} onFollow={onFollow} />
              ))
            }
          </NearbyRows>
        ))}
        {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />}
      </nav>
    </div>
  );
}

export const titleOf = ({ title }: Pick<ApiConversation, 'title'>) => title ?? texts.chat.untitled;

interface EntryProps {
  conversation: ApiConversation;
  isHere: boolean;
  onFollow: (() => void) | undefined;
}

function Entry({ conversation, isHere, onFollow }: EntryProps) {
  return (
    <li
      className={cx(
        'group/entry relative flex items-center rounded-md',
        isHere ? 'bg-accent-soft' : 'hover:bg-hover focus-within:bg-hover',
      )}
    >
      <Link
        to="/c/$conversationId"
        params={{ conversationId: conversation.id }}
        aria-current={isHere ? 'page' : undefined}
        className="min-w-0 flex-1 rounded-md px-2 py-1.5 -outline-offset-2"
        {...(onFollow && { onClick: onFollow })}
      >
        <span className={cx('block truncate text-sm', isHere ? 'font-medium text-accent-ink' : 'text-ink')}>
          {titleOf(conversation)}
        </span>
        <span className={cx('block text-2xs', isHere ? 'text-accent-ink' : 'text-muted')}>
          <TimeAgo time={conversation.activeAt ?? conversation.updatedAt} />
        </span>
      </Link>
      <ConversationMenu conversation={conversation} isHere={isHere} />
    </li>
  );
}
