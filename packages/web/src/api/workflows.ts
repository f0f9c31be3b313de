import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const workflowList = queryOptions({
  queryKey: ['workflows'],
  queryFn: async ({ signal }) => (await client.listWorkflows({}, { signal })).items,
});

export const workflowById = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id],
    queryFn: async ({ signal }) => await client.getWorkflow({ params: { id }, query: {} }, { signal }),
  });

/** Newest first; a built-in workflow has none. */
export const workflowVersions = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id, 'versions'],
    queryFn: async ({ signal }) => (await client.workflowVersions({ params: { id } }, { signal })).items,
  });

export const agentList = queryOptions({
  queryKey: ['agents'],
  queryFn: async ({ signal }) => (await client.listAgents({}, { signal })).items,
});

export const toolList = queryOptions({
  queryKey: ['tools'],
  queryFn: async ({ signal }) => (await client.listTools({}, { signal })).items,
});
