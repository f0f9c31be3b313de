import { type ReactNode, useId } from 'react';

/** One thing that is known of the draft. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 px-3 py-3">
      <h2 id={id} className="text-sm font-semibold">
        {title}
      </h2>
      {hint !== undefined && <p className="text-xs text-faint">{hint}</p>}
      {children}
    </section>
  );
}
