import type { RunRecord } from '@cadence/contracts';
import { type DefinitionView, viewDefinition } from '@cadence/workflow';
import type { AppContext } from './app-context.ts';

/** The workflow that a run is pinned to, to look things up in; `undefined` when it has gone. */
export type PinnedViews = (
  run: Pick<RunRecord, 'tenantId' | 'workflowId' | 'workflowVersion'>,
) => Promise<DefinitionView | undefined>;

const MOST_REMEMBERED = 1_000;

/** Versions never change, so a view is made once. */
export function pinnedViews({ store: { workflows } }: Pick<AppContext, 'store'>): PinnedViews {
  const known = new Map<string, DefinitionView>();
  return async ({ tenantId, workflowId, workflowVersion }) => {
    const key = JSON.stringify([tenantId, workflowId, workflowVersion]);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const pinned = await workflows.get(tenantId, workflowId, workflowVersion ?? undefined);
    if (!pinned) return undefined;
    const [oldest] = known.keys();
    if (known.size >= MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
    const view = viewDefinition(pinned.definition);
    known.set(key, view);
    return view;
  };
}
