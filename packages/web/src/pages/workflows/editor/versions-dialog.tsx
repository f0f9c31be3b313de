import type { ApiWorkflowVersion } from '@cadence/contracts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TimeAgo } from '../../../components/time-ago.tsx';
import { texts } from '../../../texts.ts';

const words = texts.workflows.editor;

export interface VersionsDialogProps {
  open: boolean;
  onClose: () => void;
  versions: readonly ApiWorkflowVersion[];
  onLoad: (version: ApiWorkflowVersion) => void;
  onPublish: (version: number) => void;
}

/** All versions; any of them can be looked at, taken up or published again. */
export function VersionsDialog({ open, onClose, versions, onLoad, onPublish }: VersionsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={words.versions} description={words.versionsHint}>
      <ul className="-mx-2 mb-2 divide-y">
        {versions.map((version) => (
          <li key={version.version} className="flex flex-wrap items-center gap-2 px-2 py-2">
            <span className="font-medium">{words.versionTitle(version.version)}</span>
            {version.published && <Badge tone="success">{words.versionPublished}</Badge>}
            <span className="flex-1 text-xs text-muted">
              <TimeAgo time={version.createdAt} />
            </span>
            <Button size="sm" onClick={() => onLoad(version)}>
              {words.load}
            </Button>
            {!version.published && (
              <Button size="sm" onClick={() => onPublish(version.version)}>
                {words.publishVersion}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
