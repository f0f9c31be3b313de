import { type Role, roleReaches } from '@cadence-agents/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';

export const whoAmI = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => client.whoAmI({}, { signal }),
  staleTime: 60_000,
});

/** A role, or what no role of a tenant gives: to do what concerns all tenants. */
export type Needed = Role | 'deployment';

/** Whether the session may do what needs this; `undefined` until that is known. */
export function useMay(needed: Needed): boolean | undefined {
  const { data } = useQuery(whoAmI);
  return data && (needed === 'deployment' ? data.deployment : roleReaches(data.role, needed));
}
