import { duration } from '../runs/duration.ts';
import type { UsageBucketSize } from './usage-range.ts';
import { usageTexts } from './usage-texts.ts';

const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const money = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
// In UTC, as the server cuts hours and days.
const hours = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
const days = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const formatCount = (value: number): string => whole.format(value);
export const formatShort = (value: number): string => short.format(value);
export const formatPercent = (part: number): string => percent.format(part);
export const formatCost = (value: number | null): string =>
  value === null ? usageTexts.none : money.format(value);
export const formatMs = (value: number | null): string =>
  value === null ? usageTexts.none : duration(value);
export const formatTime = (time: number, bucket: UsageBucketSize): string =>
  (bucket === 'hour' ? hours : days).format(time);
