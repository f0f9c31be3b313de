import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { toolList } from './workflows.ts';

const LOOK_AGAIN_MS = 2_000;

/** For those who run the deployment. Looks again while one is being connected to. */
export const mcpServerList = queryOptions({
  queryKey: ['mcp-servers'],
  queryFn: async ({ signal }) => (await client.listMcpServers({}, { signal })).items,
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'connecting') === true ? LOOK_AGAIN_MS : false,
});

/** Has the servers and their tools read again. */
export function useServersChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [mcpServerList.queryKey, toolList.queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}
