import type { ApiRun } from '@cadence-agents/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { texts } from '../../texts.ts';
import { runList } from './run-queries.ts';
import { RunStatusBadge } from './run-status.tsx';
import { VersionChoice } from './version-choice.tsx';

const words = texts.runs;

/** Asks what to set a run beside: another run of the workflow, or itself on another version of it. */
export function CompareDialog({ run, onClose }: { run: ApiRun; onClose: () => void }) {
  return (
    <Dialog open wide onClose={onClose} title={words.compareTitle} description={words.compareHint}>
      <Tabs
        label={words.compareTitle}
        tabs={[
          { id: 'run', label: words.compareRun, content: <RunChoice run={run} /> },
          { id: 'version', label: words.compareVersion, content: <VersionChoice run={run} /> },
        ]}
      />
    </Dialog>
  );
}

function RunChoice({ run }: { run: ApiRun }) {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(
    runList({ workflowId: run.workflowId }),
  );
  const others = data?.pages.flatMap((page) => page.items).filter(({ id }) => id !== run.id);
  return (
    <div className="pt-3">
      {error && <ErrorState error={error} />}
      {others === undefined && !error && <SkeletonRows rows={4} />}
      {others?.length === 0 && <p className="py-6 text-center text-sm text-muted">{words.noOther}</p>}
      <ul className="flex flex-col">
        {others?.map((other) => (
          <li key={other.id}>
            <Link
              to="/runs/$runId/compare/$otherId"
              params={{ runId: run.id, otherId: other.id }}
              className="flex items-center gap-3 rounded-md px-2 py-2 -outline-offset-2 hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate text-sm">{other.input}</span>
              <RunStatusBadge status={other.status} />
              <span className="w-28 text-right text-xs text-muted">
                <TimeAgo time={other.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button look="quiet" size="sm" onClick={() => void fetchNextPage()}>
          {texts.common.more}
        </Button>
      )}
    </div>
  );
}
