import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { useStage } from './stage.tsx';
import type { TriedDraft } from './tried-draft.ts';

const TryPanel = lazy(() => import('./try-panel.tsx'));

/** Loaded when somebody wants to run the draft. */
export function TryTab({ tried }: { tried: TriedDraft }) {
  const { trial } = useStage();
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <TryPanel tried={tried} trial={trial} />
    </Suspense>
  );
}
