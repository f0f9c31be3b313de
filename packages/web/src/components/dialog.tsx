import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import { buttonClasses } from './button.tsx';
import { cx } from './cx.ts';
import { useDialogFocus } from './dialog-focus.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  children?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  wide?: boolean;
}

export function Dialog({ open, onClose, ...shown }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {open && <Content {...shown} />}
    </Radix.Root>
  );
}

function Content({ title, description, children, actions, wide }: Omit<DialogProps, 'open' | 'onClose'>) {
  const focus = useDialogFocus();
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-scrim backdrop-blur-[2px]" />
      <Radix.Content
        {...focus}
        {...(description === undefined && { 'aria-describedby': undefined })}
        className={cx(
          'fixed inset-x-3 top-[max(1rem,8vh)] z-50 mx-auto flex max-h-[84vh] animate-pop flex-col rounded-xl border bg-raised shadow-pop',
          wide === true ? 'max-w-3xl' : 'max-w-md',
        )}
      >
        <header className="flex items-start gap-3 px-5 pt-4 pb-2">
          <div className="min-w-0 flex-1">
            <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-0.5 text-sm text-muted">{description}</Radix.Description>
            )}
          </div>
          <Radix.Close
            aria-label={texts.common.close}
            className={cx(buttonClasses('quiet', 'sm'), 'w-7 px-0!')}
          >
            <X aria-hidden />
          </Radix.Close>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-2">{children}</div>
        {actions !== undefined && (
          <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{actions}</footer>
        )}
      </Radix.Content>
    </Radix.Portal>
  );
}
