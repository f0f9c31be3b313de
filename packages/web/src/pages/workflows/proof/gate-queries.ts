import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';

/** Replays the newest runs of a workflow on a version; may answer before it has come to all of them. */
export const gateOf = (id: string, version: number) =>
  queryOptions({
    queryKey: ['gates', id, version],
    queryFn: ({ signal }) => client.gateWorkflow({ params: { id, version }, body: {} }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // Tried anew each time that somebody is about to publish.
    gcTime: 0,
  });

/** What a gate that is at work has found so far. */
export const gateSoFar = (id: string, version: number) =>
  queryOptions({
    queryKey: ['gates', id, version, 'so far'],
    queryFn: async ({ signal }) =>
      (await client.getWorkflowVersion({ params: { id, version } }, { signal })).gate,
    gcTime: 0,
  });

/** What the gate of a version found the last time, and who had it tried. */
export const lastGate = (id: string, version: number) =>
  queryOptions({
    queryKey: ['gates', id, version, 'last'],
    queryFn: ({ signal }) => client.getWorkflowVersion({ params: { id, version } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.gate?.state === 'running' ? 1_000 : false),
  });
