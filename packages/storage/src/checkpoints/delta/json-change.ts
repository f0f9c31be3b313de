// How one JSON value became another: a list by a splice, an object field by field, anything else as a whole.

export type ValueChange =
  | { kind: 'absent' }
  | { kind: 'whole'; value: unknown }
  | { kind: 'splice'; splice: ArraySplice }
  /** With the value that the patch leads to, where that is known. */
  | { kind: 'patch'; patch: ObjectPatch; value?: unknown };

/** `remove` items at `at` gave way to `items`. */
export interface ArraySplice {
  at: number;
  remove: number;
  items: readonly unknown[];
}

/** Objects inside are patched too. */
export interface ObjectPatch {
  set: Record<string, unknown>;
  inner: Record<string, ObjectPatch>;
  drop: string[];
}

type Fields = Readonly<Record<string, unknown>>;

export const absent: ValueChange = { kind: 'absent' };

export function changeBetween(before: unknown, after: unknown): ValueChange {
  if (Array.isArray(before) && Array.isArray(after) && isDense(after)) {
    const splice = spliceBetween(before, after);
    if (splice.remove < before.length || before.length === 0) return { kind: 'splice', splice };
  }
  const patch = isPlainObject(before) && isPlainObject(after) ? patchBetween(before, after) : undefined;
  if (patch) return { kind: 'patch', patch, value: after };
  return { kind: 'whole', value: after };
}

/** The value after the change, `undefined` when there is none; neither the list nor the object before is touched. */
export function applyChange(before: unknown, change: ValueChange): unknown {
  switch (change.kind) {
    case 'absent':
      return undefined;
    case 'whole':
      return change.value;
    case 'splice':
      return applySplice(Array.isArray(before) ? before : [], change.splice);
    case 'patch':
      return change.value ?? applyPatch(isPlainObject(before) ? before : {}, change.patch);
  }
}

/** Whether a list has an item at every place and no named field: only such a list is the sum of its items. */
const isDense = (list: readonly unknown[]) => Object.keys(list).length === list.length;

/** Compares every item, so that it is right whatever was replaced or taken out. */
function spliceBetween(before: readonly unknown[], after: readonly unknown[]): ArraySplice {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && sameJson(before[at], after[at])) at++;
  let tail = 0;
  while (tail < most - at && sameJson(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  return { at, remove: before.length - at - tail, items: after.slice(at, after.length - tail) };
}

function applySplice(list: readonly unknown[], { at, remove, items }: ArraySplice): unknown[] {
  // Not `toSpliced`, which takes items as arguments, of which there can be too many.
  return list.slice(0, at).concat(items, list.slice(at + remove));
}

/** The patch between two objects, or `undefined` when it could not keep the order of the fields. */
function patchBetween(before: Fields, after: Fields): ObjectPatch | undefined {
  const names = Object.keys(after);
  const drop = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const kept = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  if (kept.some((name, index) => name !== names[index])) return undefined;

  const set: [string, unknown][] = [];
  const inner: [string, ObjectPatch][] = [];
  for (const name of names) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    const value = after[name];
    if (old !== undefined && sameJson(old, value)) continue;
    const patch = isPlainObject(old) && isPlainObject(value) ? patchBetween(old, value) : undefined;
    if (patch) inner.push([name, patch]);
    else set.push([name, value]);
  }
  return { set: Object.fromEntries(set), inner: Object.fromEntries(inner), drop };
}

function applyPatch(object: Fields, { set, inner, drop }: ObjectPatch): Fields {
  const fields = new Map(Object.entries(object));
  for (const name of drop) fields.delete(name);
  for (const [name, value] of Object.entries(set)) fields.set(name, value);
  for (const [name, patch] of Object.entries(inner)) {
    const old = fields.get(name);
    fields.set(name, applyPatch(isPlainObject(old) ? old : {}, patch));
  }
  return Object.fromEntries(fields);
}

/** By how many characters of JSON, about, a change makes a value longer; `undefined` for a value that is new as a whole. */
export function growthBy(change: ValueChange, before: unknown): number | undefined {
  if (change.kind === 'splice' && Array.isArray(before)) {
    const { at, remove, items } = change.splice;
    return jsonSize(items) - jsonSize(before.slice(at, at + remove));
  }
  return change.kind === 'patch' && isPlainObject(before) ? patchGrowth(change.patch, before) : undefined;
}

function patchGrowth({ set, inner, drop }: ObjectPatch, object: Fields): number {
  const sizeOf = (name: string, value: unknown) => name.length + jsonSize(value) + 4;
  const sizeNow = (name: string) => (Object.hasOwn(object, name) ? sizeOf(name, object[name]) : 0);
  let growth = 0;
  for (const [name, value] of Object.entries(set)) growth += sizeOf(name, value) - sizeNow(name);
  for (const name of drop) growth -= sizeNow(name);
  for (const [name, patch] of Object.entries(inner)) {
    const old = object[name];
    if (isPlainObject(old)) growth += patchGrowth(patch, old);
  }
  return growth;
}

export const jsonSize = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Whether two JSON values are the same down to the order of their fields. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameJson(item, b[index]));
  }
  const ours = Object.entries(a);
  const theirs = Object.entries(b);
  if (ours.length !== theirs.length) return false;
  return ours.every(([key, value], index) => key === theirs[index]?.[0] && sameJson(value, theirs[index][1]));
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
