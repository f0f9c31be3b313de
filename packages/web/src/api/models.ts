import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const modelList = queryOptions({
  queryKey: ['models'],
  queryFn: async ({ signal }) => (await client.listModels({}, { signal })).items,
});
