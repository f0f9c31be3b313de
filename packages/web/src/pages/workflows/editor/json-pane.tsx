import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import type { JsonEditorProps } from './json-editor.tsx';
import { ProblemList } from './problem-list.tsx';
import type { PlacedProblem } from './use-checked-document.ts';

const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }));

export function JsonPane({
  onShow,
  ...editor
}: JsonEditorProps & { onShow: (problem: PlacedProblem) => void }) {
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <div className="min-h-0 flex-1">
        <Suspense fallback={<SkeletonRows />}>
          <JsonEditor {...editor} />
        </Suspense>
      </div>
      <ProblemList text={editor.text} problems={editor.problems} onShow={onShow} />
    </div>
  );
}
