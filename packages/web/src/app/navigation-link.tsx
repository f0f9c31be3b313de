import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '../components/cx.ts';
import type { NavigationItem } from './navigation.ts';

export interface NavigationLinkProps {
  item: NavigationItem;
  badge?: ReactNode;
  /** The icon alone; its name is read aloud and shown when it is pointed at. */
  isFolded: boolean;
  onFollow?: (() => void) | undefined;
}

export function NavigationLink({ item, badge, isFolded, onFollow }: NavigationLinkProps) {
  const { pathname } = useLocation();
  const isHere =
    item.to === '/' ? pathname === '/' || pathname.startsWith('/c/') : pathname.startsWith(item.to);
  const Icon = item.icon;
  return (
    <Link
      to={item.to}
      {...(onFollow && { onClick: onFollow })}
      {...(isFolded && { title: item.label })}
      aria-current={isHere ? 'page' : undefined}
      className={cx(
        'group relative flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium transition-colors',
        isHere ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={isFolded ? 'sr-only' : 'truncate'}>{item.label}</span>
      {badge}
    </Link>
  );
}
