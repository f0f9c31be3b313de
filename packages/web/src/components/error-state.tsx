import { CircleAlert, RotateCw } from 'lucide-react';
import { explainError } from '../api/explain-error.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';

export interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
}

/** What failed and what to do about it. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { title, message, hint } = explainError(error);
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 grid size-12 place-items-center rounded-2xl bg-danger-soft text-danger">
        <CircleAlert aria-hidden className="size-5.5" />
      </div>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 text-sm break-words text-muted">{message}</p>
      {hint !== undefined && <p className="mt-1 text-sm break-words text-muted">{hint}</p>}
      {onRetry !== undefined && (
        <Button className="mt-4" icon={<RotateCw aria-hidden />} onClick={onRetry}>
          {texts.common.tryAgain}
        </Button>
      )}
    </div>
  );
}
