import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  /** Only where its owner keeps it; else the browser does. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
}

/** A line that opens to what stands behind it. */
export function Disclosure({ summary, children, isOpen, onToggle }: DisclosureProps) {
  return (
    <details
      className="group/open min-w-0"
      open={isOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded text-xs text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3 shrink-0 transition-transform group-open/open:rotate-90"
        />
        {summary}
      </summary>
      <div className="mt-1 mb-1.5 flex flex-col gap-2 border-l-2 pl-2.5 ml-1.5">{children}</div>
    </details>
  );
}
