import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import type { Direction } from '../../graph/layout-graph.ts';
import type { RunProgress } from '../../graph/run-progress.ts';
import { texts } from '../../texts.ts';
import { pinnedWorkflow } from './run-queries.ts';

// The picture brings a layout engine along; a page is readable before it is there.
const GraphView = lazy(async () => ({ default: (await import('../../graph/graph-view.tsx')).GraphView }));

export interface RunGraphProps {
  workflowId: string;
  version: number | null;
  progress?: RunProgress;
  direction: Direction;
}

/** The workflow as it was when the run began, with what the run did in it. */
export function RunGraph({ workflowId, version, progress, direction }: RunGraphProps) {
  const { data, error, refetch } = useQuery({
    ...pinnedWorkflow(workflowId, version),
    // The first run of a workflow pins the version that is in the picture already.
    placeholderData: (shown) => (shown?.id === workflowId ? shown : undefined),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={3} />;
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <GraphView
        label={texts.chat.graphOf(data.name)}
        definition={data.definition}
        direction={direction}
        progress={progress}
      />
    </Suspense>
  );
}
