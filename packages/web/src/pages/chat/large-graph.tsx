import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../components/button.tsx';
import { cx } from '../../components/cx.ts';
import { texts } from '../../texts.ts';

export interface LargeGraphProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The live graph over almost the whole window. */
export function LargeGraph({ title, onClose, children }: LargeGraphProps) {
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-2 z-50 flex animate-pop flex-col overflow-hidden rounded-xl border bg-surface shadow-pop sm:inset-6"
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
