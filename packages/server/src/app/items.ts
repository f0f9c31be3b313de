// What programs keep by namespace and key: LangGraph's store.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ItemPlace, ItemRecord, JsonObject } from '@cadence-agents/contracts';
import { authorize } from './access/authorize.ts';
import { ownerOf, type Principal } from './access/principal.ts';
import type { AppContext } from './app-context.ts';
import { type ItemFilter, matchesFilter } from './item-filter.ts';

type Context = Pick<AppContext, 'store'>;

export interface NewItem extends ItemPlace {
  value: JsonObject;
  /** How long it lives when nobody reads or writes it; for ever when `null`. */
  ttlMs: number | null;
}

export async function putItem({ store }: Context, principal: Principal, item: NewItem): Promise<void> {
  authorize(principal, 'item.write');
  await store.items.put(ownerOf(principal), item);
}

/** Reading it prolongs its life, unless that is not wanted. */
export async function getItem(
  { store }: Context,
  principal: Principal,
  place: ItemPlace,
  refresh: boolean,
): Promise<ItemRecord | undefined> {
  authorize(principal, 'item.read');
  return store.items.get(ownerOf(principal), place, { refresh });
}

export async function deleteItem({ store }: Context, principal: Principal, place: ItemPlace): Promise<void> {
  authorize(principal, 'item.write');
  await store.items.delete(ownerOf(principal), place);
}

export interface ItemSearch {
  prefix: readonly string[];
  filter: ItemFilter;
  /** Words to look for. */
  query: string | undefined;
  limit: number;
  offset: number;
  refresh: boolean;
}

export interface FoundItem extends ItemRecord {
  /** How much of the words it has, from 0 to 1; absent where none are looked for. */
  score?: number;
}

const AT_ONCE = 500;
/** Items that a search goes through; what comes after them it does not find. */
const MOST = 10_000;

/** By words the best first, else in the order of namespaces and keys. */
export async function searchItems(
  { store: { items } }: Context,
  principal: Principal,
  { prefix, filter, query, limit, offset, refresh }: ItemSearch,
): Promise<FoundItem[]> {
  authorize(principal, 'item.read');
  const owner = ownerOf(principal);
  const words = wordsOf(query ?? '');
  const found: FoundItem[] = [];
  let after: ItemPlace | undefined;
  for (let seen = 0; seen < MOST; seen += AT_ONCE) {
    const some = await items.list(owner, prefix, { limit: AT_ONCE, after });
    for (const item of some) {
      if (!matchesFilter(item.value, filter)) continue;
      const score = words.length === 0 ? undefined : scoreOf(item.value, words);
      if (score !== 0) found.push({ ...item, ...(score !== undefined && { score }) });
    }
    if (words.length === 0 && found.length >= offset + limit) break;
    if (some.length < AT_ONCE) break;
    after = some.at(-1);
    await nextTurn();
  }
  const sorted = words.length === 0 ? found : found.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const page = sorted.slice(offset, offset + limit);
  if (refresh) await items.refresh(owner, page);
  return page;
}

const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))];

/** Which part of the words is in the texts of a value. */
function scoreOf(value: JsonObject, words: readonly string[]): number {
  const text = JSON.stringify(value).toLowerCase();
  return words.filter((word) => text.includes(word)).length / words.length;
}

export interface NamespaceSearch {
  prefix: readonly string[];
  suffix: readonly string[];
  maxDepth: number | undefined;
  limit: number;
  offset: number;
}

/** Namespaces that have items, in order; `*` stands for any label of a prefix or a suffix. */
export async function listNamespaces(
  { store: { items } }: Context,
  principal: Principal,
  { prefix, suffix, maxDepth, limit, offset }: NamespaceSearch,
): Promise<string[][]> {
  authorize(principal, 'item.read');
  const star = prefix.indexOf('*');
  const known = star < 0 ? prefix : prefix.slice(0, star);
  const found = await items.namespaces(ownerOf(principal), known, {
    limit: 1_000,
    // A suffix is of the whole namespace.
    maxDepth: suffix.length > 0 ? undefined : maxDepth,
  });
  const matching = found.filter(
    (labels) =>
      isAlike(labels.slice(0, prefix.length), prefix) &&
      (suffix.length === 0 || isAlike(labels.slice(-suffix.length), suffix)),
  );
  const cut = new Map(
    matching.map((labels) => [labels.slice(0, maxDepth).join('.'), labels.slice(0, maxDepth)]),
  );
  return [...cut.values()].slice(offset, offset + limit);
}

const isAlike = (labels: readonly string[], pattern: readonly string[]): boolean =>
  labels.length === pattern.length &&
  pattern.every((label, index) => label === '*' || label === labels[index]);
