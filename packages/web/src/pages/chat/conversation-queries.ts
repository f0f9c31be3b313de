import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

/** Typed so that later pages may be named. */
const firstPage = (): string | undefined => undefined;

/** Newest first. */
export const conversationList = infiniteQueryOptions({
  queryKey: ['conversations', 'list'],
  queryFn: ({ pageParam, signal }) =>
    client.listConversations(
      { query: { limit: 40, ...(pageParam !== undefined && { after: pageParam }) } },
      { signal },
    ),
  initialPageParam: firstPage(),
  getNextPageParam: (page) => page.next ?? undefined,
});

export const conversationById = (id: string) =>
  queryOptions({
    queryKey: ['conversations', 'one', id],
    queryFn: ({ signal }) => client.getConversation({ params: { id } }, { signal }),
  });

export const conversationMessages = (id: string) =>
  queryOptions({
    queryKey: ['conversations', 'one', id, 'messages'],
    queryFn: async ({ signal }) => (await client.listMessages({ params: { id } }, { signal })).items,
  });
