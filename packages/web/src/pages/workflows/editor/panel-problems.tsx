import { CircleAlert, TriangleAlert } from 'lucide-react';
import { cx } from '../../../components/cx.ts';
import { type Selection, sameSelection } from '../../../document/selection.ts';
import type { Editing } from './editing.ts';

/** What is wrong with the node or edge that the panel is about. */
export function PanelProblems({ selection, editing }: { selection: Selection; editing: Editing }) {
  const own = editing.problems.filter((problem) => sameSelection(problem.selection, selection));
  return own.map((problem) => {
    const isError = problem.severity === 'error';
    const Icon = isError ? CircleAlert : TriangleAlert;
    return (
      <p
        key={`${problem.code}${problem.path}`}
        className={cx(
          'flex gap-2 rounded-lg px-2.5 py-2 text-xs',
          isError ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning',
        )}
      >
        <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
        <span className="min-w-0 break-words">
          {problem.message} {problem.hint}
        </span>
      </p>
    );
  });
}
