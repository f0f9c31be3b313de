import { jsonSize } from './checkpoint-state.ts';
import { isPlainObject } from './map-tree.ts';
import { sameJson } from './same-json.ts';

/** How one object became another, field by field; objects inside are patched too. */
export interface ObjectPatch {
  set: Record<string, unknown>;
  inner: Record<string, ObjectPatch>;
  drop: string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The patch between two stored objects, or `undefined` when it could not keep the order of the fields. */
export function patchBetween(before: Fields, after: Fields): ObjectPatch | undefined {
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

export function applyPatch(object: Fields, { set, inner, drop }: ObjectPatch): Fields {
  const fields = new Map(Object.entries(object));
  for (const name of drop) fields.delete(name);
  for (const [name, value] of Object.entries(set)) fields.set(name, value);
  for (const [name, patch] of Object.entries(inner)) {
    const old = fields.get(name);
    fields.set(name, applyPatch(isPlainObject(old) ? old : {}, patch));
  }
  return Object.fromEntries(fields);
}

/** By how many characters of JSON, about, the patch makes the object longer. */
export function growthBy({ set, inner, drop }: ObjectPatch, object: Fields): number {
  const sizeOf = (name: string, value: unknown) => name.length + jsonSize(value) + 4;
  const sizeNow = (name: string) => (Object.hasOwn(object, name) ? sizeOf(name, object[name]) : 0);
  let growth = 0;
  for (const [name, value] of Object.entries(set)) growth += sizeOf(name, value) - sizeNow(name);
  for (const name of drop) growth -= sizeNow(name);
  for (const [name, patch] of Object.entries(inner)) {
    const old = object[name];
    if (isPlainObject(old)) growth += growthBy(patch, old);
  }
  return growth;
}
