export interface BackoffOptions {
  /** The delay before the first retry; it doubles with each further one. */
  firstMs: number;
  longestMs: number;
  random?: () => number;
}

/**
 * How long to wait before retry 0, 1, 2, …: exponential, with jitter so that callers that failed together do not
 * return together. The delay lies between half of the exponential one and all of it.
 */
export function backoffMs(
  retry: number,
  { firstMs, longestMs, random = Math.random }: BackoffOptions,
): number {
  return Math.min(longestMs, firstMs * 2 ** retry) * (0.5 + random() / 2);
}
