import { Play, X } from 'lucide-react';
import { IconButton } from '../../components/icon-button.tsx';
import { tourTexts as words } from './tour-texts.ts';

export interface TourProps {
  onAsk: (message: string, workflowId: string) => void;
  onHide: () => void;
}

/** What there is to see before a model is connected: one question for each design. */
export function Tour({ onAsk, onHide }: TourProps) {
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <header className="flex items-start gap-2">
        <div className="flex-1">
          <h3 className="text-sm font-semibold">{words.title}</h3>
          <p className="text-xs text-muted">{words.hint}</p>
        </div>
        <IconButton size="sm" label={words.hide} icon={<X aria-hidden />} onClick={onHide} />
      </header>
      <ol className="flex flex-col gap-2">
        {words.stops.map(({ workflowId, design, question, seen }, index) => (
          <li key={workflowId}>
            <button
              type="button"
              onClick={() => onAsk(question, workflowId)}
              className="group flex w-full items-start gap-3 rounded-lg border bg-surface px-3.5 py-3 text-left shadow-card transition-colors hover:border-accent hover:bg-accent-soft"
            >
              <span
                aria-hidden
                className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-accent-soft text-2xs font-semibold text-accent-ink"
              >
                {index + 1}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-xs font-medium text-muted">{design}</span>
                <span className="block text-sm font-medium">{question}</span>
                <span className="mt-1 block text-xs text-muted">{seen}</span>
              </span>
              <Play aria-hidden className="mt-1 size-4 shrink-0 text-faint group-hover:text-accent-ink" />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
