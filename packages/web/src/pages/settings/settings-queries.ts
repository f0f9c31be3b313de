import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

/** Newest first. */
export const keyList = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await client.listKeys({ query: { limit: 200 } }, { signal })).items,
});
