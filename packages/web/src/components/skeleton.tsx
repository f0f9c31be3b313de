import { texts } from '../texts.ts';
import { cx } from './cx.ts';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-md bg-hover', className)} />;
}

/** Rows that stand in for a list which is being fetched. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" className="flex flex-col gap-2.5 p-4">
      <span className="sr-only">{texts.common.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={`row-${row.toString()}`} className="h-9" />
      ))}
    </div>
  );
}
