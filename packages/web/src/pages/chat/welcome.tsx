import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Sparkles, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { modelList } from '../../api/models.ts';
import { Logo } from '../../components/logo.tsx';
import { texts } from '../../texts.ts';
import { SetupCard } from './setup-card.tsx';
import { Tour } from './tour.tsx';
import { tourTexts } from './tour-texts.ts';
import { useSetup } from './use-setup.ts';
import { useTour } from './use-tour.ts';

// The tour comes first, where there is one.
const Examples = lazy(async () => ({ default: (await import('./examples.tsx')).Examples }));

/** Asks a question, of a workflow where one is named. */
type Ask = (message: string, workflowId?: string) => void;

/** The first thing anybody sees: what to ask, and who will answer. */
export function Welcome({ workflowId, onAsk }: { workflowId: string; onAsk: Ask }) {
  const { data: models, isPending } = useQuery(modelList);
  const model = models?.find(({ role }) => role === 'default');
  const tour = useTour();
  const isOffline = model?.name === 'offline';
  const isTour = isOffline && tour.isShown;
  const setup = useSetup(isOffline);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-6 px-3 pt-[max(2rem,6vh)] pb-8 sm:px-6">
        <div>
          <Logo className="mb-4 size-10" />
          <h2 className="text-xl font-semibold tracking-tight">{texts.chat.welcome}</h2>
          <p className="mt-1 text-sm text-muted">{texts.chat.welcomeHint}</p>
        </div>
        {isTour && !setup.isOpen && <Tour onAsk={onAsk} onHide={tour.hide} />}
        {setup.isShown && <SetupCard setup={setup} />}
        {!isPending && !isTour && (
          <>
            <Suspense>
              <Examples workflowId={workflowId} onAsk={onAsk} />
            </Suspense>
            {model && <ModelNote model={model} onTour={tour.show} />}
          </>
        )}
      </div>
    </div>
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
