import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

/** Newest first. */
export const keyList = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await client.listKeys({ query: { limit: 200 } }, { signal })).items,
});

export interface AuditChoice {
  actor?: string;
  action?: string;
}

/** Newest first. */
export const auditLog = (choice: AuditChoice) =>
  infiniteQueryOptions({
    queryKey: ['audit', choice],
    queryFn: ({ pageParam, signal }) =>
      client.listAudit(
        { query: { ...choice, limit: 50, ...(pageParam !== undefined && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** Typed so that later pages may be named. */
const firstPage = (): string | undefined => undefined;
