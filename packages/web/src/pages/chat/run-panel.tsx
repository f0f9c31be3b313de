import type { ApiRun } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2, Workflow } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../components/icon-button.tsx';
import { Resizable } from '../../components/resizable.tsx';
import { RunCounters } from '../../graph/run-counters.tsx';
import { texts } from '../../texts.ts';
import { RunGraph } from '../runs/run-graph.tsx';
import { pinnedWorkflow } from '../runs/run-queries.ts';
import { RunStatusBadge } from '../runs/run-status.tsx';
import { type FedRun, useRunView } from '../runs/use-run-view.ts';
import { LargeGraph } from './large-graph.tsx';
import { useIsTouched } from './use-is-touched.ts';

const LiveActivity = lazy(async () => ({
  default: (await import('../runs/live-activity.tsx')).LiveActivity,
}));

export interface RunPanelProps {
  run: ApiRun | undefined;
  /** What is shown before there is a run. */
  workflowId: string;
}

/** Of the height of the window. */
const GRAPH_SHARE = 0.49;

const progressOf = ({ view }: FedRun) => view.progress;

/** The run beside the thread: its graph as it lights up, its counters, and what it did. */
export function RunPanel({ run, workflowId }: RunPanelProps) {
  const [isLarge, setIsLarge] = useState(false);
  // Laying out needs a large program, which the first visit need not wait for; a run should find it there.
  const isTouched = useIsTouched();
  const progress = useRunView(run?.id, progressOf);
  const shown = run?.workflowId ?? workflowId;
  const version = run?.workflowVersion ?? null;
  const graph = { workflowId: shown, version, ...(run && { runId: run.id, progress }) };
  const { data: workflow } = useQuery(pinnedWorkflow(shown, version));
  const status = run && (progress.status === 'waiting' ? run.status : progress.status);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-1.5 min-[1000px]:flex-nowrap">
        <h2 className="min-w-0 truncate text-sm font-semibold">{workflow?.name ?? shown}</h2>
        {version !== null && <span className="text-2xs text-faint">{texts.runs.version(version)}</span>}
        {status && <RunStatusBadge status={status} />}
        {run && (
          <Link
            to="/runs/$runId"
            params={{ runId: run.id }}
            className="ml-auto shrink-0 rounded text-xs font-medium text-accent-ink hover:underline"
          >
            {texts.chat.openRun}
          </Link>
        )}
      </div>
      {isTouched || run !== undefined ? (
        <Resizable
          name="run-graph"
          label={texts.chat.graph}
          edge="bottom"
          start={Math.round(innerHeight * GRAPH_SHARE)}
          min={160}
          max={1200}
          className="border-b"
        >
          <RunGraph
            {...graph}
            direction="DOWN"
            tools={
              <IconButton
                size="sm"
                label={texts.chat.enlarge}
                icon={<Maximize2 aria-hidden />}
                onClick={() => setIsLarge(true)}
              />
            }
          />
        </Resizable>
      ) : (
        <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 text-center text-sm text-muted">
          <Workflow aria-hidden className="size-6 text-faint" />
          <p>{texts.chat.graphAppears}</p>
        </div>
      )}
      {isLarge && (
        <LargeGraph title={workflow?.name ?? shown} onClose={() => setIsLarge(false)}>
          <RunGraph {...graph} direction="RIGHT" isLarge />
        </LargeGraph>
      )}
      {run && (
        <>
          <div className="border-b px-4 py-2">
            <RunCounters progress={progress} />
          </div>
          <div className="min-h-24 flex-1 overflow-y-auto px-4 pt-3">
            <Suspense>
              <LiveActivity runId={run.id} />
            </Suspense>
          </div>
        </>
      )}
    </div>
  );
}
