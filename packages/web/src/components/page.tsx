import type { ReactNode } from 'react';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';

export interface PageProps extends PageHeaderProps {
  children: ReactNode;
  /** Takes the whole width and height, and scrolls inside. */
  fill?: boolean;
}

/** A page with its heading; every page but the full-size ones is one of these. */
export function Page({ children, fill, ...header }: PageProps) {
  if (fill === true)
    return (
      <div className="flex h-full min-h-0 flex-col">
        <PageHeader {...header} />
        <div className="min-h-0 flex-1">{children}</div>
      </div>
    );
  return (
    <div className="relative h-full overflow-y-auto">
      <PageHeader {...header} isCentred />
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-4 pb-10 sm:px-6">{children}</div>
    </div>
  );
}
