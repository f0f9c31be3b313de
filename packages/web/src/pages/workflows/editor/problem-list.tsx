import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { cx } from '../../../components/cx.ts';
import { texts } from '../../../texts.ts';
import type { Editing } from './editing.ts';
import { FixButtons, focusNextFix, hintFor } from './fix-buttons.tsx';
import type { PlacedProblem } from './use-checked-document.ts';

const words = texts.workflows.editor;

export interface ProblemListProps {
  editing: Editing;
  onShow: (problem: PlacedProblem) => void;
}

/** Everything that is wrong, each with a way to the place and ways to mend it. */
export function ProblemList({ editing, onShow }: ProblemListProps) {
  const { text, problems } = editing;
  useEffect(() => {
    window.addEventListener('keydown', focusNextFix);
    return () => window.removeEventListener('keydown', focusNextFix);
  }, []);
  return (
    <section
      aria-label={words.problems}
      aria-live="polite"
      tabIndex={-1}
      data-problems
      className="relative max-h-32 shrink-0 overflow-y-auto border-t lg:max-h-52"
    >
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 px-3 py-2 text-xs text-muted">
          <CircleCheck aria-hidden className="size-3.5 text-success" />
          {words.noProblems}
        </p>
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.code} ${problem.path} ${problem.message}`} className="border-b last:border-0">
              <ProblemRow
                problem={problem}
                hint={hintFor(problem, editing)}
                line={lineOf(text, problem.range.from)}
                onShow={() => onShow(problem)}
              />
              <div className="pr-3 pb-1.5 pl-8.5 empty:hidden">
                <FixButtons problem={problem} editing={editing} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ProblemRowProps {
  problem: PlacedProblem;
  hint: string | undefined;
  line: number;
  onShow: () => void;
}

function ProblemRow({ problem, hint, line, onShow }: ProblemRowProps) {
  const isError = problem.severity === 'error';
  const Icon = isError ? CircleAlert : TriangleAlert;
  return (
    <button
      type="button"
      onClick={onShow}
      className="flex w-full gap-2 px-3 py-1.5 text-left text-xs -outline-offset-2 hover:bg-hover"
    >
      <Icon
        role="img"
        aria-label={problem.severity}
        className={cx('mt-0.5 size-3.5 shrink-0', isError ? 'text-danger' : 'text-warning')}
      />
      <span className="min-w-0 flex-1 break-words">
        {problem.message} <span className="text-muted">{hint}</span>
      </span>
      <span className="shrink-0 font-mono text-2xs text-faint">{words.line(line)}</span>
    </button>
  );
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;
