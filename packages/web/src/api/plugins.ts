import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const pluginList = queryOptions({
  queryKey: ['plugins'],
  queryFn: async ({ signal }) => (await client.listPlugins({}, { signal })).items,
});
