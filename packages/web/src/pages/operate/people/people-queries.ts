import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';

const PAGE = 50;

/** By id. */
export const peopleList = (prefix: string) =>
  infiniteQueryOptions({
    queryKey: ['people', prefix],
    queryFn: ({ pageParam, signal }) =>
      client.listPeople(
        {
          query: {
            limit: PAGE,
            ...(prefix !== '' && { prefix }),
            ...(pageParam !== undefined && { after: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** Typed so that later pages may be named. */
const firstPage = (): string | undefined => undefined;

export const profileOf = (userId: string) =>
  queryOptions({
    queryKey: ['profile', userId],
    queryFn: ({ signal }) => client.getProfile({ query: { userId } }, { signal }),
  });
