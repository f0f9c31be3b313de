import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/icon-button.tsx';
import { texts } from '../../../texts.ts';

export interface PanelProps {
  title: string;
  icon: ReactNode;
  /** Absent for what is shown when nothing else is. */
  onClose?: () => void;
  children: ReactNode;
}

/** One thing of the workflow, in the side, to be edited. */
export function Panel({ title, icon, onClose, children }: PanelProps) {
  return (
    <section aria-label={title} className="flex flex-col">
      <header className="flex h-10 items-center gap-2 border-b py-1.5 pr-1.5 pl-3 [&>svg]:size-4">
        {icon}
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{title}</h2>
        {onClose && (
          <IconButton size="sm" label={texts.common.close} icon={<X aria-hidden />} onClick={onClose} />
        )}
      </header>
      <div className="flex flex-col gap-3 p-3">{children}</div>
    </section>
  );
}
