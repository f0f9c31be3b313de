import { BookOpen } from 'lucide-react';
import { Logo } from '../components/logo.tsx';
import { texts } from '../texts.ts';
import { InboxBadge } from './inbox-badge.tsx';
import { navigation } from './navigation.ts';
import { NavigationLink } from './navigation-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** What stands at the left, and in the drawer of a narrow screen. */
export function Sidebar({ onFollow }: { onFollow?: () => void }) {
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-3">
      <div className="flex h-8 items-center gap-2 px-1.5">
        <Logo className="size-6" />
        <span className="text-base font-semibold tracking-tight">{texts.appName}</span>
      </div>
      <nav aria-label={texts.shell.pages} className="flex flex-1 flex-col gap-4">
        {navigation.map((group) => (
          <ul key={group[0].to} className="flex flex-col gap-0.5">
            {group.map((item) => (
              <li key={item.to}>
                <NavigationLink
                  item={item}
                  onFollow={onFollow}
                  badge={item.to === '/inbox' ? <InboxBadge /> : undefined}
                />
              </li>
            ))}
          </ul>
        ))}
      </nav>
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
    </div>
  );
}
