import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';

export const safetyRules = queryOptions({
  queryKey: ['safety'],
  queryFn: ({ signal }) => client.getSafety({}, { signal }),
});
