import { LruCache, type RunRecord } from '@cadence-agents/contracts';
import { type DefinitionView, viewDefinition } from '@cadence-agents/workflow';
import type { AppContext } from './app-context.ts';

/** The workflow that a run is pinned to, to look things up in; `undefined` when it has gone. */
export type PinnedViews = (
  run: Pick<RunRecord, 'tenantId' | 'workflowId' | 'workflowVersion'>,
) => Promise<DefinitionView | undefined>;

const MAX_CACHED = 1_000;

/** Versions never change, so a view is made once. */
export function pinnedViews({
  store: { workflows },
  kinds,
}: Pick<AppContext, 'store' | 'kinds'>): PinnedViews {
  const cache = new LruCache<string, DefinitionView>(MAX_CACHED);
  return async ({ tenantId, workflowId, workflowVersion }) => {
    const key = JSON.stringify([tenantId, workflowId, workflowVersion]);
    const cached = cache.get(key);
    if (cached) return cached;
    const pinned = await workflows.get(tenantId, workflowId, workflowVersion ?? undefined);
    if (!pinned) return undefined;
    const view = viewDefinition(pinned.definition, kinds());
    cache.set(key, view);
    return view;
  };
}
