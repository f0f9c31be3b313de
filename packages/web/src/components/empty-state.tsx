import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** What will be here, and how it gets here. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center">
      <div
        aria-hidden
        className="mb-4 grid size-12 place-items-center rounded-2xl border bg-surface text-accent shadow-card [&_svg]:size-5.5"
      >
        {icon}
      </div>
      <h2 className="text-base font-semibold">{title}</h2>
      {children !== undefined && <div className="mt-1 text-sm text-muted">{children}</div>}
      {action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
