import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  /** Without inner space, as for a table. */
  flush?: boolean;
}

export function Card({ title, actions, children, className, flush }: CardProps) {
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section className={cx('overflow-hidden rounded-xl border bg-surface shadow-card', className)}>
      {hasHead && (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b px-4 py-1.5">
          <h2 className="text-sm font-semibold">{title}</h2>
          {actions !== undefined && <div className="flex items-center gap-1.5">{actions}</div>}
        </header>
      )}
      <div className={flush === true ? '' : 'p-4'}>{children}</div>
    </section>
  );
}
