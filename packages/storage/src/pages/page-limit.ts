const defaultLimit = 100;
const largestLimit = 1_000;

/** How many rows a page has. */
export function pageLimit(asked: number | undefined): number {
  if (asked === undefined || !Number.isFinite(asked)) return defaultLimit;
  return Math.min(largestLimit, Math.max(1, Math.trunc(asked)));
}
