import type { JsonValue } from '@cadence-agents/contracts';

/** Whether a value has all that is wanted: fields of objects, entries of lists in any order, equal texts and numbers. */
export function jsonContains(value: unknown, wanted: JsonValue): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && wanted.every((each) => value.some((entry) => jsonContains(entry, each)));
  }
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(wanted).every(
    ([key, each]) => fields.has(key) && jsonContains(fields.get(key), each),
  );
}
