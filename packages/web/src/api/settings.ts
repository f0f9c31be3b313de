import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** For administrators. */
export const settingList = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await client.listSettings({}, { signal })).items,
});
