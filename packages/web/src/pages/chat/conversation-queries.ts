import type { Message } from '@cadence/contracts';
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
    queryFn: ({ signal }) => allMessages(id, signal),
  });

export const conversationBranches = (id: string) =>
  queryOptions({
    queryKey: ['conversations', 'one', id, 'branches'],
    queryFn: ({ signal }) => client.listBranches({ params: { id } }, { signal }),
  });

/** Page by page, the latest first. */
async function allMessages(id: string, signal: AbortSignal): Promise<Message[]> {
  const pages: Message[][] = [];
  for (let after = firstPage(); ; ) {
    const query = { limit: 200, ...(after !== undefined && { after }) };
    const { items, next } = await client.listMessages({ params: { id }, query }, { signal });
    pages.unshift(items);
    if (next === null) return pages.flat();
    after = next;
  }
}
