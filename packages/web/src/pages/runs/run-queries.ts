import type { ApiRun } from '@cadence-agents/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

export { isOpen } from './is-open.ts';

export interface RunFilter {
  conversationId?: string;
  workflowId?: string;
  status?: ApiRun['status'];
  text?: string;
  userId?: string;
  tool?: string;
  errorCode?: string;
  tag?: string;
  /** Times. */
  from?: string;
  to?: string;
  minTokens?: number;
  minCost?: number;
  feedback?: 'up' | 'down';
}

/** Newest first. */
export const runList = (filter: RunFilter) =>
  infiniteQueryOptions({
    queryKey: ['runs', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      client.listRuns(
        {
          query: {
            ...filter,
            ...(pageParam === undefined ? { limit: 30 } : { limit: 200, after: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** Typed so that later pages may be named. */
const firstPage = (): string | undefined => undefined;

export const runById = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'one', id],
    queryFn: ({ signal }) => client.getRun({ params: { id } }, { signal }),
  });

export const runSteps = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'one', id, 'steps'],
    queryFn: async ({ signal }) => (await client.runSteps({ params: { id } }, { signal })).items,
  });

/** The state after a step; it never changes. */
export const stepState = (id: string, checkpointId: string) =>
  queryOptions({
    queryKey: ['runs', 'one', id, 'steps', checkpointId],
    queryFn: ({ signal }) => client.runStep({ params: { id, step: checkpointId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What the model was sent in a step. */
export const sentRequest = (id: string, checkpointId: string) =>
  queryOptions({
    queryKey: ['runs', 'one', id, 'steps', checkpointId, 'request'],
    queryFn: ({ signal }) => client.runRequest({ params: { id, step: checkpointId } }, { signal }),
  });

/** What the models of a run were sent and what they said. */
export const modelCalls = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'one', id, 'calls'],
    queryFn: ({ signal }) => client.runCalls({ params: { id } }, { signal }),
  });

/** The version of a workflow that a run is pinned to; that one never changes. */
export const pinnedWorkflow = (id: string, version: number | null) =>
  queryOptions({
    queryKey: ['workflows', id, 'version', version],
    queryFn: ({ signal }) =>
      client.getWorkflow({ params: { id }, query: version === null ? {} : { version } }, { signal }),
    staleTime: version === null ? 5_000 : Number.POSITIVE_INFINITY,
  });
