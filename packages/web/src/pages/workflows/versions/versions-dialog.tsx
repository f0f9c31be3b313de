import type { ApiPublication, ApiWorkflowVersion } from '@cadence-agents/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { client } from '../../../api/client.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { SkeletonRows } from '../../../components/skeleton.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { texts } from '../../../texts.ts';
import { versionsTexts as words } from './versions-texts.ts';

const VersionDifference = lazy(() => import('./version-difference.tsx'));

export interface VersionsDialogProps {
  id: string;
  onClose: () => void;
  versions: readonly ApiWorkflowVersion[];
  /** The definition in the editor. */
  current: unknown;
  /** Absent, like the next, for those who may only compare. */
  onLoad?: (version: ApiWorkflowVersion) => void;
  onPublish?: (version: number) => void;
}

/** All versions; any of them can be compared with, taken up or published again. */
export function VersionsDialog({ id, onClose, versions, current, onLoad, onPublish }: VersionsDialogProps) {
  const [compared, setCompared] = useState<number>();
  const { data: publications = [] } = useQuery({
    queryKey: ['workflows', id, 'publications'],
    queryFn: async ({ signal }) => (await client.workflowPublications({ params: { id } }, { signal })).items,
  });
  const inUse = versions.find(({ published }) => published)?.version;
  return (
    <Dialog open wide onClose={onClose} title={texts.workflows.editor.versions} description={words.hint}>
      <ul className="-mx-2 mb-2 divide-y">
        {versions.map((version) => {
          const isCompared = compared === version.version;
          return (
            <li key={version.version} className="flex flex-wrap items-center gap-2 px-2 py-2">
              <span className="font-medium">{texts.workflows.editor.versionTitle(version.version)}</span>
              {version.published && <Badge tone="success">{texts.workflows.editor.versionPublished}</Badge>}
              <span className="flex-1 text-xs text-muted">
                <TimeAgo time={version.createdAt} />
                <Published last={publications.find((each) => each.version === version.version)} />
              </span>
              <Button
                size="sm"
                aria-expanded={isCompared}
                onClick={() => setCompared(isCompared ? undefined : version.version)}
              >
                {isCompared ? words.hide : words.compare}
              </Button>
              {onLoad && (
                <Button size="sm" onClick={() => onLoad(version)}>
                  {words.load}
                </Button>
              )}
              {onPublish && !version.published && (
                <Button size="sm" onClick={() => onPublish(version.version)}>
                  {inUse !== undefined && version.version < inUse ? words.rollBack : words.publish}
                </Button>
              )}
              {isCompared && (
                <Suspense fallback={<SkeletonRows rows={3} />}>
                  <VersionDifference version={version} current={current} />
                </Suspense>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function Published({ last }: { last: ApiPublication | undefined }) {
  if (!last) return null;
  return (
    <>
      {' · '}
      {words.publishedBy(last.by)} <TimeAgo time={last.time} />
    </>
  );
}
