import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/icon-button.tsx';
import { texts } from '../../../texts.ts';

export interface PanelProps {
  title: string;
  icon: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** What lies over the canvas to edit one thing of it. */
export function Panel({ title, icon, onClose, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className="absolute top-3 right-3 z-10 flex max-h-[calc(100%-1.5rem)] w-72 max-w-[calc(100%-1.5rem)] animate-pop flex-col rounded-xl border bg-raised shadow-pop"
    >
      <header className="flex items-center gap-2 border-b py-1.5 pr-1.5 pl-3 [&>svg]:size-4">
        {icon}
        <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{title}</h2>
        <IconButton size="sm" label={texts.common.close} icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-3">{children}</div>
    </section>
  );
}
