import { type ArraySplice, applySplice, spliceBetween } from './array-splice.ts';
import { isPlainObject } from './map-tree.ts';
import { applyPatch, type ObjectPatch, patchBetween } from './object-patch.ts';
import { toStored } from './stored-value.ts';

/** How a channel's stored value came out of the one before. */
export type ValueChange =
  | { kind: 'absent' }
  | { kind: 'whole'; value: unknown }
  | { kind: 'splice'; splice: ArraySplice }
  /** With the value that the patch leads to, where that is known. */
  | { kind: 'patch'; patch: ObjectPatch; value?: unknown };

export const absent: ValueChange = { kind: 'absent' };

/**
 * The change from a stored value to a new one. Without `copy`, an item of a list that is the same object as before
 * counts as unchanged: for callers who hand over plain lists and never change what they have handed over.
 */
export function changeBetween(before: unknown, value: unknown, copy: boolean): ValueChange {
  const isList = Array.isArray(value) && (!copy || isDense(value));
  return change(before, value, isList, (part) => toStored(part, copy));
}

/** The change between two stored values. */
export function storedChangeBetween(before: unknown, after: unknown): ValueChange {
  return change(before, after, Array.isArray(after), (part) => part);
}

function change(
  before: unknown,
  value: unknown,
  isList: boolean,
  store: (part: unknown) => unknown,
): ValueChange {
  if (isList && Array.isArray(before) && Array.isArray(value)) {
    const splice = spliceBetween(before, value, store);
    if (splice.remove < before.length || before.length === 0) return { kind: 'splice', splice };
  }
  const stored = store(value);
  const patch = isPlainObject(before) && isPlainObject(stored) ? patchBetween(before, stored) : undefined;
  if (patch) return { kind: 'patch', patch, value: stored };
  return { kind: 'whole', value: Array.isArray(stored) ? stored.slice() : stored };
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
