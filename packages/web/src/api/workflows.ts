import type { AgentDefinition, ApiTool, ApiWorkflowSummary, ApiWorkflowVersion } from '@cadence/contracts';
import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

const base = '/api/v1/workflows';
const at = (id: string) => `${base}/${encodeURIComponent(id)}`;

export type ApiWorkflow = ApiWorkflowSummary & { definition: unknown };

export const workflowList = queryOptions({
  queryKey: ['workflows'],
  queryFn: async ({ signal }) => (await request<{ items: ApiWorkflowSummary[] }>(base, { signal })).items,
});

export const workflowById = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id],
    queryFn: async ({ signal }) => await request<ApiWorkflow>(at(id), { signal }),
  });

/** Newest first; a built-in workflow has none. */
export const workflowVersions = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id, 'versions'],
    queryFn: async ({ signal }) =>
      (await request<{ items: ApiWorkflowVersion[] }>(`${at(id)}/versions`, { signal })).items,
  });

export const agentList = queryOptions({
  queryKey: ['agents'],
  queryFn: async ({ signal }) =>
    (await request<{ items: AgentDefinition[] }>('/api/v1/agents', { signal })).items,
});

export const toolList = queryOptions({
  queryKey: ['tools'],
  queryFn: async ({ signal }) => (await request<{ items: ApiTool[] }>('/api/v1/tools', { signal })).items,
});

/** Stores a version; a draft is not published. */
export const putWorkflow = async (id: string, definition: unknown, { draft }: { draft: boolean }) =>
  await request<ApiWorkflowVersion>(`${at(id)}?draft=${draft}`, { method: 'PUT', body: definition });

export const publishVersion = async (id: string, version: number) =>
  await request<ApiWorkflowVersion>(`${at(id)}/versions/${version}/publish`, { method: 'POST' });

export const deleteWorkflow = async (id: string) => await request<null>(at(id), { method: 'DELETE' });
