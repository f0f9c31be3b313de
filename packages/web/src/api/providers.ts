import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { settingList } from './settings.ts';

/** For those who run the deployment. */
export const providerList = queryOptions({
  queryKey: ['providers'],
  queryFn: async ({ signal }) => (await client.listProviders({}, { signal })).items,
});

/** Has everything read again that a key, an address or a model shows in. */
export function useModelsChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['models'], settingList.queryKey, providerList.queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}
