import { useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { buttonClasses } from '../components/button.tsx';
import { cx } from '../components/cx.ts';
import { Logo } from '../components/logo.tsx';
import { texts } from '../texts.ts';
import { InboxBadge } from './inbox-badge.tsx';
import { Sidebar } from './sidebar.tsx';

/** The bar of a narrow screen, with the sidebar as a drawer. */
export function MobileBar() {
  const [openAt, setOpenAt] = useState<string>();
  const { href } = useLocation();
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-2 md:hidden">
      <Dialog.Root open={openAt === href} onOpenChange={(open) => setOpenAt(open ? href : undefined)}>
        <Dialog.Trigger className={cx(buttonClasses('quiet'), 'relative w-9 px-0!')}>
          <MenuIcon aria-hidden />
          <span className="sr-only">{texts.shell.openMenu} </span>
          <InboxBadge isSmall />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-64 animate-slide border-r bg-surface shadow-pop"
          >
            <Dialog.Title className="sr-only">{texts.shell.pages}</Dialog.Title>
            <Sidebar onFollow={() => setOpenAt(undefined)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Logo className="size-5.5" />
      <span className="font-semibold tracking-tight">{texts.appName}</span>
    </header>
  );
}
