export type UsageRange = '24h' | '7d' | '30d' | '90d';
export type UsageBucketSize = 'hour' | 'day';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const lengths: Record<UsageRange, number> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
};
// The server reports at most 1,000 stretches of time, and nobody reads more than a few hundred bars.
const MOST_HOURS = 7 * DAY_MS;

export const isUsageRange = (text: string): text is UsageRange => Object.hasOwn(lengths, text);

/** Hours would be too many for a long range. */
export const mayBeHourly = (range: UsageRange): boolean => lengths[range] <= MOST_HOURS;

const stretch = (bucket: UsageBucketSize): number => (bucket === 'hour' ? HOUR_MS : DAY_MS);

/** The start of the hour or day, in UTC as the server counts. */
const startOf = (time: number, bucket: UsageBucketSize): number => time - (time % stretch(bucket));

/** The first moment of a range that ends now, at the start of an hour or a day. */
export function rangeStart(range: UsageRange, bucket: UsageBucketSize, now: number): number {
  return startOf(now, bucket) - lengths[range] + stretch(bucket);
}

/** The first moment of the range before it. */
export function startBefore(range: UsageRange, bucket: UsageBucketSize, now: number): number {
  return rangeStart(range, bucket, now) - lengths[range];
}

/** Every hour or day of a range that ends now. */
export function rangeTimes(range: UsageRange, bucket: UsageBucketSize, now: number): number[] {
  const first = rangeStart(range, bucket, now);
  const count = (startOf(now, bucket) - first) / stretch(bucket) + 1;
  return Array.from({ length: count }, (_, index) => first + index * stretch(bucket));
}
