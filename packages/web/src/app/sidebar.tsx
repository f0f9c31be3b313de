import { BookOpen, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { cx } from '../components/cx.ts';
import { IconButton } from '../components/icon-button.tsx';
import { Logo } from '../components/logo.tsx';
import { texts } from '../texts.ts';
import { InboxBadge } from './inbox-badge.tsx';
import { useNavigation } from './navigation.ts';
import { NavigationLink } from './navigation-link.tsx';
import { openPalette } from './palette/quick-keys.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export interface SidebarProps {
  /** Icons alone. */
  isFolded?: boolean;
  /** Absent where it cannot be folded. */
  onFold?: () => void;
  onFollow?: () => void;
}

/** What stands at the left, and in the drawer of a narrow screen. */
export function Sidebar({ isFolded = false, onFold, onFollow }: SidebarProps) {
  const navigation = useNavigation();
  const fold = onFold && (
    <IconButton
      size="sm"
      label={isFolded ? texts.shell.unfold : texts.shell.fold}
      icon={isFolded ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
      onClick={onFold}
    />
  );
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <div className={cx('flex items-center gap-2', isFolded ? 'flex-col' : 'h-8 pl-1.5')}>
        <Logo className="size-6" />
        {!isFolded && <span className="flex-1 text-base font-semibold tracking-tight">{texts.appName}</span>}
        {fold}
      </div>
      <button
        type="button"
        {...(isFolded && { 'aria-label': texts.shell.palette.open })}
        onClick={() => {
          onFollow?.();
          openPalette();
        }}
        className="flex h-8 shrink-0 items-center gap-2.5 rounded-md border bg-sunken px-2 text-sm text-muted hover:text-ink"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        {!isFolded && (
          <>
            {texts.shell.palette.open}
            <kbd aria-hidden className="ml-auto font-sans text-2xs max-md:hidden">
              {texts.shell.palette.keys}
            </kbd>
          </>
        )}
      </button>
      <nav aria-label={texts.shell.pages} className="flex flex-1 flex-col gap-4">
        {navigation.map((group) => (
          <ul key={group[0]?.to} className="flex flex-col gap-0.5">
            {group.map((item) => (
              <li key={item.to}>
                <NavigationLink
                  item={item}
                  isFolded={isFolded}
                  onFollow={onFollow}
                  badge={item.to === '/inbox' ? <InboxBadge isSmall={isFolded} /> : undefined}
                />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      {!isFolded && (
        <div className="flex items-center justify-between px-1">
          <ThemeSwitch />
          <a
            href="/docs"
            className="inline-flex items-center gap-1.5 rounded px-1 text-xs font-medium text-muted hover:text-ink"
          >
            <BookOpen aria-hidden className="size-3.5" />
            {texts.shell.apiReference}
          </a>
        </div>
      )}
    </div>
  );
}
