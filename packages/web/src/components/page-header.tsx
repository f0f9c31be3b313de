import { type ReactNode, useEffect } from 'react';
import { cx } from './cx.ts';
import { showTitle } from './tab-title.ts';

export interface PageHeaderProps {
  title: string;
  /** Beside the title, as a badge. */
  aside?: ReactNode;
  description?: string;
  actions?: ReactNode;
  /** As wide as what stands under it, which is kept in the middle. */
  isCentred?: boolean;
}

/** The page's heading, also as the title of the browser's tab. */
export function PageHeader({ title, aside, description, actions, isCentred }: PageHeaderProps) {
  useEffect(() => showTitle(title), [title]);
  return (
    <header className="shrink-0 border-b bg-surface">
      <div
        className={cx(
          'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6',
          isCentred && 'mx-auto w-full max-w-6xl',
        )}
      >
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h1 className="max-w-full truncate text-lg font-semibold tracking-tight">{title}</h1>
            {aside}
          </div>
          {description !== undefined && <p className="text-sm text-muted max-sm:hidden">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
