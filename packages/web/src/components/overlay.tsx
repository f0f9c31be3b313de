import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import { buttonClasses } from './button.tsx';
import { cx } from './cx.ts';

export interface OverlayProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Where it stands, and how it comes. */
  className: string;
  children: ReactNode;
}

/** A titled panel over the page, filled to its edges. */
export function Overlay({ title, open, onClose, className, children }: OverlayProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className={cx('fixed z-50 flex flex-col bg-surface shadow-pop', className)}
        >
          <header className="flex h-11 shrink-0 items-center justify-between border-b pr-2 pl-4">
            <Dialog.Title className="text-sm font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={texts.common.close}
              className={cx(buttonClasses('quiet', 'sm'), 'w-7 px-0!')}
            >
              <X aria-hidden />
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
