import { useQuery } from '@tanstack/react-query';
import { Footprints } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { workflowLayout } from '../../api/workflows.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { placesOf } from '../../graph/kept-layout.ts';
import type { Direction } from '../../graph/layout-graph.ts';
import type { RunProgress } from '../../graph/run-progress.ts';
import { type ShownTraffic, useTraffic } from '../../graph/use-traffic.ts';
import { texts } from '../../texts.ts';
import { pinnedWorkflow } from './run-queries.ts';

// The picture brings a layout engine along; a page is readable before it is there.
const GraphView = lazy(async () => ({ default: (await import('../../graph/graph-view.tsx')).GraphView }));

/** As many members of a group can be read in a small frame. */
const FEW = 8;
const MANY = 60;

export interface RunGraphProps {
  workflowId: string;
  version: number | null;
  runId?: string;
  progress?: RunProgress;
  /** Whose step is looked at, when the run is looked at step by step. */
  stepNode?: string | undefined;
  direction: Direction;
  /** There is room for more than the run came by. */
  isLarge?: boolean;
  /** More buttons below the picture. */
  tools?: ReactNode;
}

/** The workflow as it was when the run began, with what the run did in it. */
export function RunGraph({ workflowId, version, isLarge = false, tools, ...shown }: RunGraphProps) {
  const { data, error, refetch } = useQuery({
    ...pinnedWorkflow(workflowId, version),
    // The first run of a workflow pins the version that is in the picture already.
    placeholderData: (before) => (before?.id === workflowId ? before : undefined),
  });
  const layout = useQuery(workflowLayout(workflowId));
  const places = useMemo(() => (layout.data ? placesOf(layout.data) : undefined), [layout.data]);
  const traffic = useTraffic(workflowId);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined || layout.isPending) return <SkeletonRows rows={3} />;
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <GraphView
        {...shown}
        label={texts.chat.graphOf(data.name)}
        definition={data.definition}
        places={places}
        room={isLarge ? MANY : FEW}
        traffic={traffic.reports}
        tools={
          <>
            <TrafficButton traffic={traffic} />
            {tools}
          </>
        }
      />
    </Suspense>
  );
}

function TrafficButton({ traffic }: { traffic: ShownTraffic }) {
  return (
    <>
      {traffic.error && (
        <span role="alert" className="truncate text-2xs text-danger">
          {explainError(traffic.error).message}
        </span>
      )}
      <IconButton
        size="sm"
        label={texts.graph.tools.traffic}
        icon={<Footprints aria-hidden />}
        aria-pressed={traffic.isShown}
        className={traffic.isShown ? 'bg-accent-soft! text-accent-ink!' : ''}
        onClick={traffic.toggle}
      />
    </>
  );
}
