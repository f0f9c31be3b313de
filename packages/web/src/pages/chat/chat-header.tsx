import { Link } from '@tanstack/react-router';
import { MessagesSquare, PanelRight, SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import { buttonClasses } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { showTitle } from '../../components/tab-title.ts';
import { Tooltip } from '../../components/tooltip.tsx';
import { texts } from '../../texts.ts';

export interface ChatHeaderProps {
  /** None before anything was asked. */
  title: string | undefined;
  onOpenList: (() => void) | undefined;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
}

export function ChatHeader({ title, onOpenList, isPanelOpen, onTogglePanel }: ChatHeaderProps) {
  useEffect(() => showTitle(title ?? texts.chat.title), [title]);
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b bg-surface px-3">
      {onOpenList && (
        <IconButton
          label={texts.chat.openConversations}
          icon={<MessagesSquare aria-hidden />}
          onClick={onOpenList}
        />
      )}
      <h1 className="min-w-0 flex-1 truncate px-1 text-sm font-semibold tracking-tight">
        {title ?? texts.chat.newConversation}
      </h1>
      {onOpenList && (
        <Tooltip text={texts.chat.newConversation}>
          <Link
            to="/"
            aria-label={texts.chat.newConversation}
            className={cx(buttonClasses('quiet'), 'w-8 px-0!')}
          >
            <SquarePen aria-hidden />
          </Link>
        </Tooltip>
      )}
      <IconButton
        label={isPanelOpen ? texts.chat.hideGraph : texts.chat.showGraph}
        aria-expanded={isPanelOpen}
        icon={<PanelRight aria-hidden />}
        onClick={onTogglePanel}
      />
    </header>
  );
}
