import { type Role, roleReaches } from '@cadence/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';

export const whoAmI = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.whoAmI({}, { signal }),
  staleTime: 60_000,
});

/** Whether the session may do what needs this role; `undefined` until that is known. */
export function useMay(needed: Role): boolean | undefined {
  const { data } = useQuery(whoAmI);
  return data && roleReaches(data.role, needed);
}
