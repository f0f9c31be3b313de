import { maxDepth } from '@cadence-agents/contracts';

/** Says that a node stays as it is and its children are looked at. */
export const keep = Symbol('keep');

/** What stands in for a node, or `keep`. */
export type Replace = (value: unknown, depth: number) => unknown;

/**
 * Copies arrays and plain objects, with what `replace` puts in place of the nodes it names. What strict JSON refuses is
 * left in place, so that the strict encoder finds it and says where.
 */
export function mapTree(value: unknown, replace: Replace, depth = 0): unknown {
  const replaced = replace(value, depth);
  if (replaced !== keep) return replaced;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return mapArray(value, replace, depth);
  return isPlainObject(value) ? mapObject(value, replace, depth) : value;
}

/** Children only: for a node that `replace` itself has to wrap. */
export function mapObject(
  object: Readonly<Record<string, unknown>>,
  replace: Replace,
  depth: number,
): Readonly<Record<string, unknown>> {
  if (Object.getOwnPropertySymbols(object).length > 0) return object;
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, mapTree(value, replace, depth + 1)]),
  );
}

function mapArray(array: readonly unknown[], replace: Replace, depth: number): readonly unknown[] {
  // Holes and named fields would be lost in a copy.
  if (Object.keys(array).length !== array.length) return array;
  return array.map((item) => mapTree(item, replace, depth + 1));
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
