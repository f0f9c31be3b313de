import { type ApiWorkflowVersion, CadenceError } from '@cadence-agents/contracts';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const workflowList = queryOptions({
  queryKey: ['workflows'],
  queryFn: async ({ signal }) => (await client.listWorkflows({}, { signal })).items,
});

export interface EditableWorkflow {
  definition: unknown;
  /** Newest first; a built-in workflow has none. */
  versions: ApiWorkflowVersion[];
}

/** A workflow with all its versions. A draft is what one was working on last, so it comes first. */
export const editableWorkflow = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id, 'versions'],
    queryFn: async ({ signal }): Promise<EditableWorkflow> => {
      const versions = await storedVersions(id, signal);
      const [newest] = versions;
      if (newest) return { definition: newest.definition, versions };
      const { definition } = await client.getWorkflow({ params: { id }, query: {} }, { signal });
      return { definition, versions };
    },
  });

async function storedVersions(id: string, signal: AbortSignal): Promise<ApiWorkflowVersion[]> {
  try {
    const { items } = await client.workflowVersions({ params: { id } }, { signal });
    return items.toSorted((a, b) => b.version - a.version);
  } catch (error) {
    if (CadenceError.is(error) && error.code === 'WORKFLOW_NOT_FOUND') return [];
    throw error;
  }
}

/** Where people have put its nodes; nothing where nobody has. */
export const workflowLayout = (id: string) =>
  queryOptions({
    queryKey: ['workflows', id, 'layout'],
    queryFn: async ({ signal }) => (await client.getWorkflowLayout({ params: { id } }, { signal })).layout,
  });

export const agentList = queryOptions({
  queryKey: ['agents'],
  queryFn: async ({ signal }) => (await client.listAgents({}, { signal })).items,
});

export const toolList = queryOptions({
  queryKey: ['tools'],
  queryFn: async ({ signal }) => (await client.listTools({}, { signal })).items,
});
