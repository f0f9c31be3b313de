import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const waitingHandoffs = queryOptions({
  queryKey: ['handoffs'],
  queryFn: async ({ signal }) => (await client.listHandoffs({ query: { limit: 200 } }, { signal })).items,
});
