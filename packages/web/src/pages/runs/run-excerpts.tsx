import { type ApiRun, type Excerpt, excerptsOf } from '@cadence-agents/contracts';
import type { ReactNode } from 'react';
import { filterTexts } from './filter-texts.ts';

/** Where a run has the words that were searched for. */
export function RunExcerpts({ run, text }: { run: ApiRun; text: string }) {
  return (
    <ul className="mt-1 flex max-w-xl flex-col gap-0.5 text-xs text-muted">
      {excerptsOf(run, text).map((excerpt) => (
        <li key={excerpt.of} className="line-clamp-4 wrap-anywhere sm:line-clamp-2">
          <span className="text-faint">{filterTexts.of[excerpt.of]}:</span> {marked(excerpt)}
        </li>
      ))}
    </ul>
  );
}

function marked({ text, marks }: Excerpt): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(
      text.slice(at, start),
      <mark key={start} className="rounded-xs bg-accent-soft font-medium text-ink">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, text.slice(at)];
}
