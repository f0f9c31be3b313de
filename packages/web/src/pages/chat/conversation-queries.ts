import type { Message } from '@cadence-agents/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';

/** Typed so that later pages may be named. */
const firstPage = (): string | undefined => undefined;

/** Newest first. */
export const conversationList = infiniteQueryOptions({
  queryKey: ['conversations', 'list'],
  queryFn: ({ pageParam, signal }) =>
    client.listConversations(
      { query: pageParam === undefined ? { limit: 30 } : { limit: 200, after: pageParam } },
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
    queryFn: ({ signal }) => readMessages(id, signal),
  });

/** In the order in which they were said. */
export async function readMessages(id: string, signal?: AbortSignal): Promise<Message[]> {
  const pages = await allPages((query) =>
    client.listMessages({ params: { id }, query }, signal === undefined ? {} : { signal }),
  );
  return pages.toReversed().flat();
}

export const conversationBranches = (id: string) =>
  queryOptions({
    queryKey: ['conversations', 'one', id, 'branches'],
    queryFn: ({ signal }) => client.listBranches({ params: { id } }, { signal }),
  });

/** In the order in which they were asked. */
export const conversationHandoffs = (id: string) =>
  queryOptions({
    queryKey: ['conversations', 'one', id, 'handoffs'],
    queryFn: async ({ signal }) => {
      const pages = await allPages((query) =>
        client.listConversationHandoffs({ params: { id }, query }, { signal }),
      );
      return pages.flat().toReversed();
    },
  });

/** Page by page, the latest first. */
export async function allPages<Item>(
  read: (query: { limit: number; after?: string }) => Promise<{ items: Item[]; next: string | null }>,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let after = firstPage(); ; ) {
    const { items, next } = await read({ limit: 200, ...(after !== undefined && { after }) });
    pages.push(items);
    if (next === null) return pages;
    after = next;
  }
}
