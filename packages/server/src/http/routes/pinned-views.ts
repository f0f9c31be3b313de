import type { RunRecord, Store } from '@cadence/contracts';
import { type DefinitionView, type Kinds, viewDefinition } from '@cadence/workflow';

/** The workflow that a run is pinned to, to look things up in; `undefined` when it has gone. */
export type PinnedViews = (
  run: Pick<RunRecord, 'tenantId' | 'workflowId' | 'workflowVersion'>,
) => Promise<DefinitionView | undefined>;

const MOST_REMEMBERED = 1_000;

/** Versions never change, so a view is made once. */
export function pinnedViews({ workflows }: Pick<Store, 'workflows'>, kinds: () => Kinds): PinnedViews {
  const known = new Map<string, DefinitionView>();
  return async ({ tenantId, workflowId, workflowVersion }) => {
    const key = JSON.stringify([tenantId, workflowId, workflowVersion]);
    const remembered = known.get(key);
    if (remembered) return remembered;
    const pinned = await workflows.get(tenantId, workflowId, workflowVersion ?? undefined);
    if (!pinned) return undefined;
    const [oldest] = known.keys();
    if (known.size >= MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
    const view = viewDefinition(pinned.definition, kinds());
    known.set(key, view);
    return view;
  };
}
