import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';

export const deploymentState = queryOptions({
  queryKey: ['deployment'],
  queryFn: ({ signal }) => client.getDeployment({}, { signal }),
  refetchInterval: 10_000,
});
