import type { CadenceError } from '@cadence-agents/contracts';
import { CircleX } from 'lucide-react';
import { explainError } from '../../api/explain-error.ts';
import { pluginsTexts } from './plugins-texts.ts';
import { problemsIn } from './problems-in.ts';

const words = pluginsTexts.upload;

/** Everything that is wrong with an archive that was refused. */
export function UploadReport({ fileName, error }: { fileName: string; error: CadenceError }) {
  const problems = problemsIn(error.details);
  const { message, hint } = explainError(error);
  return (
    <div role="alert" className="rounded-xl border border-danger/40 bg-danger-soft/50 px-4 py-3">
      <h2 className="flex items-center gap-2 font-semibold text-danger">
        <CircleX aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 break-words">{words.refused(fileName)}</span>
      </h2>
      {problems.length === 0 ? (
        <p className="mt-1.5 break-words whitespace-pre-line">{message}</p>
      ) : (
        <ul aria-label={words.problems} className="mt-2 flex flex-col gap-1.5">
          {problems.map((problem) => (
            <li key={`${problem.path}-${problem.message}`} className="min-w-0 break-words">
              {problem.path !== '' && <code className="mr-1.5 text-xs text-muted">{problem.path}</code>}
              {problem.message}
              {problem.hint !== undefined && <span className="block text-xs text-muted">{problem.hint}</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-xs text-muted">
        {hint} {hint?.includes('nothing was changed') !== true && words.nothingChanged}
      </p>
    </div>
  );
}
