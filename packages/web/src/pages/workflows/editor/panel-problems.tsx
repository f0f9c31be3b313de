import { CircleAlert, TriangleAlert } from 'lucide-react';
import { cx } from '../../../components/cx.ts';
import { type Selection, sameSelection } from '../../../document/selection.ts';
import type { Editing } from './editing.ts';
import { FixButtons, hintFor } from './fix-buttons.tsx';

/** What is wrong with the node or edge that the panel is about, and what can be done about it. */
export function PanelProblems({ selection, editing }: { selection: Selection; editing: Editing }) {
  const own = editing.problems.filter((problem) => sameSelection(problem.selection, selection));
  return own.map((problem) => {
    const isError = problem.severity === 'error';
    const Icon = isError ? CircleAlert : TriangleAlert;
    return (
      <div
        key={`${problem.code}${problem.path}${problem.message}`}
        className={cx(
          'flex gap-2 rounded-lg px-2.5 py-2 text-xs',
          isError ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning',
        )}
      >
        <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="break-words">
            {problem.message} {hintFor(problem, editing)}
          </p>
          <FixButtons problem={problem} editing={editing} />
        </div>
      </div>
    );
  });
}
