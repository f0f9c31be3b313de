import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { explainError } from '../api/explain-error.ts';
import { texts } from '../texts.ts';
import { cx } from './cx.ts';

export interface ToastMessage {
  title: string;
  text?: string | undefined;
  tone?: 'success' | 'danger';
}

interface ShownToast extends ToastMessage {
  id: number;
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** `show` for good news, `showError` for anything that was thrown. */
export function useToast() {
  const show = useContext(ToastContext);
  const showError = useCallback(
    (error: unknown) => {
      const { title, message, hint } = explainError(error);
      show({ tone: 'danger', title, text: hint === undefined ? message : `${message} ${hint}` });
    },
    [show],
  );
  return { show, showError };
}

let lastId = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const show = useCallback((message: ToastMessage) => {
    lastId += 1;
    const toast = { ...message, id: lastId };
    setToasts((shown) => [...shown.slice(-2), toast]);
  }, []);
  const remove = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id));
  return (
    <ToastContext value={show}>
      <Radix.Provider label={texts.common.notice} duration={6000}>
        {children}
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => remove(toast.id)} />
        ))}
        {/* Over the side bar, or under the bar of a narrow screen: not over what they are about. */}
        <Radix.Viewport className="fixed top-12 left-0 z-[60] flex w-full flex-col gap-2 p-2 md:top-auto md:bottom-12 md:w-56" />
      </Radix.Provider>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const isBad = toast.tone === 'danger';
  const Icon = isBad ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      type={isBad ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && onClose()}
      className="flex animate-pop items-start gap-2.5 rounded-lg border bg-raised p-3 shadow-pop"
    >
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', isBad ? 'text-danger' : 'text-success')} />
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-sm font-medium break-words">{toast.title}</Radix.Title>
        {toast.text !== undefined && (
          <Radix.Description className="mt-0.5 text-xs break-words text-muted">
            {toast.text}
          </Radix.Description>
        )}
      </div>
      <Radix.Close aria-label={texts.common.close} className="rounded p-0.5 text-faint hover:text-ink">
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}
