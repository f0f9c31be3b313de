import { Outlet } from '@tanstack/react-router';
import { cx } from '../components/cx.ts';
import { texts } from '../texts.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { QuickKeys } from './palette/quick-keys.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { Sidebar } from './sidebar.tsx';
import { useFolded } from './use-folded.ts';
import { WaitingNotice } from './waiting-notice.ts';

export function Shell() {
  const [isFolded, toggle] = useFolded();
  return (
    <div className="flex h-dvh flex-col md:flex-row">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {texts.shell.skip}
      </a>
      <aside
        aria-label={texts.appName}
        className={cx('shrink-0 border-r bg-surface max-md:hidden', isFolded ? 'w-14' : 'w-56')}
      >
        <Sidebar isFolded={isFolded} onFold={toggle} />
      </aside>
      <MobileBar />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBanner />
        <main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none">
          <Outlet />
        </main>
      </div>
      <RouteAnnouncer />
      <WaitingNotice />
      <QuickKeys />
    </div>
  );
}
