import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Fact = readonly [name: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  /** Values with long words: on a narrow screen each has its name above it, and the whole width. */
  isLong?: boolean;
}

/** Names and values, one below the other. */
export function Facts({ facts, isLong = false }: FactsProps) {
  return (
    <dl
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5',
        isLong && 'max-sm:grid-cols-1 max-sm:gap-y-0.5 max-sm:[&>:not(:last-child)>dd]:mb-2',
      )}
    >
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
