import { type ApiRun, isTrialId, triedWorkflowId } from '@cadence-agents/contracts';
import { Badge } from '../../components/badge.tsx';
import { texts } from '../../texts.ts';

/** The version that a run is of, or that it is a trial. */
export function VersionOfRun({ run: { workflowId, workflowVersion } }: { run: ApiRun }) {
  if (isTrialId(workflowId)) return <Badge tone="accent">{texts.runs.trial}</Badge>;
  if (workflowVersion === null) return null;
  return <span className="text-2xs text-faint">{texts.runs.version(workflowVersion)}</span>;
}

/** The workflow that people know; that of a trial is the one whose draft was tried. */
export const workflowOfRun = ({ workflowId }: Pick<ApiRun, 'workflowId'>): string =>
  triedWorkflowId(workflowId);
