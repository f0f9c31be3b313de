import type { ApiAuditEntry } from '@cadence-agents/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { type AuditSearch, auditFilter } from './audit-search.ts';

const PAGE = 50;
const LATER_PAGE = 200;
/** How often the server is asked for one page of ours, while it finds few entries that are like that. */
const MOST_LOOKS = 20;
const MOST_EXPORTED = 10_000;

interface Page {
  items: ApiAuditEntry[];
  next: string | null;
}

/** Newest first. */
export const auditLog = (search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', search],
    queryFn: ({ pageParam, signal }) =>
      readEntries(search, {
        after: pageParam,
        wanted: pageParam === undefined ? PAGE : LATER_PAGE,
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

/** Typed so that later pages may be named. */
const firstPage = (): string | undefined => undefined;

/** All entries that the search finds, up to a bound. */
export const exportAudit = (search: AuditSearch): Promise<Page> =>
  readEntries(search, { after: undefined, wanted: MOST_EXPORTED, looks: MOST_EXPORTED / PAGE });

interface Wanted {
  after: string | undefined;
  wanted: number;
  looks?: number;
  signal?: AbortSignal;
}

async function readEntries(
  search: AuditSearch,
  { after, wanted, looks = MOST_LOOKS, signal }: Wanted,
): Promise<Page> {
  const items: ApiAuditEntry[] = [];
  let next = after ?? null;
  for (let look = 0; look < looks && items.length < wanted; look++) {
    const limit = Math.min(200, wanted - items.length);
    const query = { ...auditFilter(search), limit, ...(next !== null && { after: next }) };
    const page = await client.listAudit({ query }, signal ? { signal } : {});
    items.push(...page.items);
    next = page.next;
    if (next === null) break;
  }
  return { items, next };
}
