import type { ApiRun } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { editableWorkflow } from '../../api/workflows.ts';
import { Badge } from '../../components/badge.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { texts } from '../../texts.ts';

const words = texts.runs;

/** The versions of its workflow that a run can be replayed on. */
export function VersionChoice({ run }: { run: ApiRun }) {
  const { data, error } = useQuery(editableWorkflow(run.workflowId));
  if (error) return <ErrorState error={error} />;
  if (data === undefined) return <SkeletonRows rows={3} />;
  return (
    <div className="pt-3">
      <p className="mb-1 px-2 text-xs text-muted">{words.replayHint}</p>
      <ul className="flex flex-col">
        <li>
          <Choice runId={run.id} version="recorded">
            <span className="flex-1">{words.replaySame}</span>
          </Choice>
        </li>
        {data.versions
          .filter(({ version }) => version !== run.workflowVersion)
          .map(({ version, published, createdAt }) => (
            <li key={version}>
              <Choice runId={run.id} version={String(version)}>
                <span className="flex-1">{texts.workflows.editor.versionTitle(version)}</span>
                {published && <Badge tone="success">{texts.workflows.editor.versionPublished}</Badge>}
                <span className="w-28 text-right text-xs text-muted">
                  <TimeAgo time={createdAt} />
                </span>
              </Choice>
            </li>
          ))}
      </ul>
    </div>
  );
}

interface ChoiceProps {
  runId: string;
  version: string;
  children: ReactNode;
}

const Choice = ({ runId, version, children }: ChoiceProps) => (
  <Link
    to="/runs/$runId/replay/$version"
    params={{ runId, version }}
    preload={false}
    className="flex items-center gap-3 rounded-md px-2 py-2 text-sm -outline-offset-2 hover:bg-hover"
  >
    {children}
  </Link>
);
