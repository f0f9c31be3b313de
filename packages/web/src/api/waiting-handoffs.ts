import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const waitingHandoffs = queryOptions({
  queryKey: ['handoffs'],
  // A run that pauses asks nobody: whoever tries a workflow sees it there.
  queryFn: async ({ signal }) =>
    (await client.listHandoffs({ query: { limit: 200 } }, { signal })).items.filter(({ pause }) => !pause),
  // Who waits is told to people who look elsewhere, too.
  refetchInterval: () => (document.hidden ? 15_000 : 5_000),
  refetchIntervalInBackground: true,
});
