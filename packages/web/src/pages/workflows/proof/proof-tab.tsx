import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import type { TriedDraft } from '../try/tried-draft.ts';

const ProofPanel = lazy(() => import('./proof-panel.tsx'));

/** Loaded when somebody wants to know. */
export function ProofTab({ id, tried }: { id: string; tried: TriedDraft }) {
  return (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <ProofPanel id={id} tried={tried} />
    </Suspense>
  );
}
