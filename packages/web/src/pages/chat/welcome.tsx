import { useQuery } from '@tanstack/react-query';
import { CornerDownLeft, FlaskConical, Sparkles, TriangleAlert } from 'lucide-react';
import { modelList } from '../../api/models.ts';
import { Logo } from '../../components/logo.tsx';
import { texts } from '../../texts.ts';
import { Tour } from './tour.tsx';
import { tourTexts } from './tour-texts.ts';
import { useTour } from './use-tour.ts';

/** Asks a question, of a workflow where one is named. */
type Ask = (message: string, workflowId?: string) => void;

/** The first thing anybody sees: what to ask, and who will answer. */
export function Welcome({ onAsk }: { onAsk: Ask }) {
  const { data: models, isPending } = useQuery(modelList);
  const model = models?.find(({ role }) => role === 'default');
  const tour = useTour();
  const isTour = model?.name === 'offline' && tour.isShown;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-xl flex-col justify-center gap-6 px-5 py-8">
        <div>
          <Logo className="mb-4 size-10" />
          <h2 className="text-xl font-semibold tracking-tight">{texts.chat.welcome}</h2>
          <p className="mt-1 text-sm text-muted">{texts.chat.welcomeHint}</p>
        </div>
        {isTour && <Tour onAsk={onAsk} onHide={tour.hide} />}
        {!isPending && !isTour && (
          <>
            <Examples onAsk={onAsk} />
            {model && <ModelNote model={model} onTour={tour.show} />}
          </>
        )}
      </div>
    </div>
  );
}

function Examples({ onAsk }: { onAsk: Ask }) {
  return (
    <section aria-label={texts.chat.examples}>
      <h3 className="mb-2 text-xs font-medium text-muted">{texts.chat.examples}</h3>
      <ul className="flex flex-col gap-1.5">
        {texts.chat.exampleQuestions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onAsk(question)}
              className="group flex w-full items-center gap-3 rounded-lg border bg-surface px-3.5 py-2.5 text-left text-sm shadow-card transition-colors hover:border-accent hover:bg-accent-soft"
            >
              <span className="flex-1">{question}</span>
              <CornerDownLeft
                aria-hidden
                className="size-4 shrink-0 text-faint group-hover:text-accent-ink"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ModelNoteProps {
  model: { name: string; problem: string | null };
  onTour: () => void;
}

function ModelNote({ model, onTour }: ModelNoteProps) {
  if (model.problem !== null)
    return (
      <p className="flex items-start gap-2 rounded-lg bg-warning-soft px-3.5 py-2.5 text-xs text-warning">
        <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
        {texts.chat.modelProblem(model.name, model.problem)}
      </p>
    );
  if (model.name !== 'offline')
    return (
      <p className="flex items-center gap-2 text-xs text-muted">
        <Sparkles aria-hidden className="size-3.5 shrink-0" />
        {texts.chat.modelInUse(model.name)}
      </p>
    );
  return (
    <div className="flex items-start gap-2.5 rounded-lg border border-dashed px-3.5 py-3 text-xs text-muted">
      <FlaskConical aria-hidden className="mt-px size-4 shrink-0 text-accent" />
      <p>
        <span className="font-medium text-ink">{texts.chat.offlineTitle}.</span> {texts.chat.offlineHint}{' '}
        <button type="button" className="font-medium text-accent-ink underline" onClick={onTour}>
          {tourTexts.show}
        </button>
      </p>
    </div>
  );
}
