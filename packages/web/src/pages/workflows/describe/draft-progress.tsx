import type { ApiDraftStep } from '@cadence-agents/contracts';
import { Check, CircleAlert, LoaderCircle } from 'lucide-react';
import { describeTexts } from './describe-texts.ts';

const words = describeTexts.steps;

export interface ToldStep {
  /** Counted as they come. */
  count: number;
  step: ApiDraftStep;
}

/** The steps of a draft that is being written, the one under way last. */
export function DraftProgress({ steps }: { steps: readonly ToldStep[] }) {
  return (
    <div role="status" aria-label={describeTexts.progress}>
      <ol className="flex flex-col gap-1.5 rounded-lg border bg-sunken p-3 text-xs">
        {steps.map(({ count, step }) => (
          <li key={count} className="flex items-start gap-2">
            <StepIcon step={step} isLast={count === steps.length} />
            <span className="min-w-0 break-words">{lineOf(step)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepIcon({ step, isLast }: { step: ApiDraftStep; isLast: boolean }) {
  const look = 'mt-px size-3.5 shrink-0';
  if (step.step === 'check' && !isFine(step))
    return <CircleAlert aria-hidden className={`${look} text-warning`} />;
  if (step.step !== 'check' && isLast)
    return <LoaderCircle aria-hidden className={`${look} animate-spin text-accent`} />;
  return <Check aria-hidden className={`${look} text-success`} />;
}

type Checked = Extract<ApiDraftStep, { step: 'check' }>;

const isFine = ({ isDefinition, left }: Checked): boolean => isDefinition && left.length === 0;

function lineOf(step: ApiDraftStep): string {
  switch (step.step) {
    case 'write':
      return words.write;
    case 'repair':
      return words.repair(step.number, step.most);
    case 'simulate':
      return words.simulate;
    case 'check':
      return step.isDefinition ? checkedLine(step) : words.unreadable;
  }
}

function checkedLine({ left, mended }: Checked): string {
  const found = left.length === 0 ? words.fine : words.left(left.join(', '));
  return mended.length === 0 ? found : found + words.mended(mended.join(', '));
}
