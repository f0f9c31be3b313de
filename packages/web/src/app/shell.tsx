import { Outlet } from '@tanstack/react-router';
import { cx } from '../components/cx.ts';
import { Resizable } from '../components/resizable.tsx';
import { texts } from '../texts.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { MobileBar } from './mobile-bar.tsx';
import { QuickKeys } from './palette/quick-keys.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { Sidebar } from './sidebar.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { useFolded } from './use-folded.ts';
import { WaitingNotice } from './waiting-notice.ts';

const BESIDE = 'border-r bg-surface max-md:hidden';

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
      {isFolded ? (
        <aside aria-label={texts.appName} className={cx(BESIDE, 'w-14 shrink-0')}>
          <Sidebar isFolded onFold={toggle} />
        </aside>
      ) : (
        <Resizable
          name="side-bar"
          label={texts.appName}
          edge="right"
          start={224}
          min={176}
          max={360}
          className={BESIDE}
        >
          <Sidebar onFold={toggle} />
        </Resizable>
      )}
      <MobileBar />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col md:min-w-120">
        <ConnectionBanner />
        <UpdateNotice />
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
