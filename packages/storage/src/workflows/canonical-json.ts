import { decodeStrict } from '@cadence-agents/contracts';

/** The same text for the same content, in whatever order its keys were written. */
export function canonicalJson(json: string): string {
  return JSON.stringify(sorted(decodeStrict(json)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Pairs rather than an object: an object would put keys that look like numbers first and take `__proto__` for a setter.
  return { o: fields.map(([key, field]) => [key, sorted(field)]) };
}
