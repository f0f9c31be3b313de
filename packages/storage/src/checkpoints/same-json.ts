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
