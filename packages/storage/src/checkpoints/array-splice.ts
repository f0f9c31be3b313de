import { sameJson } from './same-json.ts';

/** How one list became another: `remove` items at `at` gave way to `items`. */
export interface ArraySplice {
  at: number;
  remove: number;
  items: readonly unknown[];
}

/**
 * The splice that leads from a stored list to a new one. Every item is looked at, which is what makes it right whatever
 * was replaced or taken out; an item that is the same object costs one comparison of references, about a nanosecond.
 */
export function spliceBetween(
  before: readonly unknown[],
  after: readonly unknown[],
  store: (item: unknown) => unknown,
): ArraySplice {
  const stored = new Map<number, unknown>();
  const storedAt = (index: number): unknown => {
    if (!stored.has(index)) stored.set(index, store(after[index]));
    return stored.get(index);
  };
  const same = (old: unknown, index: number) => old === after[index] || sameJson(old, storedAt(index));

  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && same(before[at], at)) at++;
  let tail = 0;
  while (tail < most - at && same(before[before.length - 1 - tail], after.length - 1 - tail)) tail++;

  const items: unknown[] = [];
  for (let index = at; index < after.length - tail; index++) items.push(storedAt(index));
  return { at, remove: before.length - at - tail, items };
}

export function applySplice(list: readonly unknown[], { at, remove, items }: ArraySplice): unknown[] {
  // Not `toSpliced`, which takes items as arguments, of which there can be too many.
  return list.slice(0, at).concat(items, list.slice(at + remove));
}
