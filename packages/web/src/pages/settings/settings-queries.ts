import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

/** Newest first. */
export const keyList = infiniteQueryOptions({
  queryKey: ['keys'],
  queryFn: ({ pageParam, signal }) =>
    client.listKeys(
      { query: { limit: 50, ...(pageParam !== undefined && { after: pageParam }) } },
      { signal },
    ),
  initialPageParam: firstPage(),
  getNextPageParam: (page) => page.next ?? undefined,
});

/** Typed so that later pages may be named. */
function firstPage(): string | undefined {
  return undefined;
}
