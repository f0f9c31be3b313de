import { maxDepth } from '../strict-json.ts';

/** Says that a node stays as it is and its children are looked at. */
export const keep = Symbol('keep');

/** What stands in for a node, or `keep`. */
export type Replace = (value: unknown, depth: number) => unknown;

/**
 * Walks arrays and plain objects and replaces what `replace` names. What needs no change is returned itself unless a
 * copy is asked for. What strict JSON refuses is left in place, so that the strict encoder finds it and says where.
 */
export function mapTree(value: unknown, replace: Replace, copy: boolean, depth = 0): unknown {
  const replaced = replace(value, depth);
  if (replaced !== keep) return replaced;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return mapArray(value, replace, copy, depth);
  return isPlainObject(value) ? mapObject(value, replace, copy, depth) : value;
}

/** Children only: for a node that `replace` itself has to wrap. */
export function mapObject(
  object: Readonly<Record<string, unknown>>,
  replace: Replace,
  copy: boolean,
  depth: number,
): object {
  if (Object.getOwnPropertySymbols(object).length > 0) return object;
  const mapped = (key: string) => mapTree(object[key], replace, copy, depth + 1);
  // Mostly nothing is to be replaced, and to find that out takes no memory.
  if (!copy && Object.keys(object).every((key) => mapped(key) === object[key])) return object;
  return Object.fromEntries(Object.keys(object).map((key) => [key, mapped(key)]));
}

function mapArray(array: readonly unknown[], replace: Replace, copy: boolean, depth: number): unknown {
  // Holes and named fields would be lost in a copy.
  if (Object.keys(array).length !== array.length) return array;
  let changed = copy;
  const items = array.map((before) => {
    const after = mapTree(before, replace, copy, depth + 1);
    if (after !== before) changed = true;
    return after;
  });
  return changed ? items : array;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
