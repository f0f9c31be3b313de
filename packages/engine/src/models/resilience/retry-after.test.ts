import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const asked = (headers: Record<string, string>) => retryAfterMs((name) => headers[name], now);

it.each([
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after-ms': '30', 'retry-after': '2' }, 30],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
])('reads %o as %s ms', (headers, ms) => expect(asked(headers)).toBe(ms));

it.each(['-5', '-0.5', '+3', '5 5', '1-2', '', 'soon', 'NaN', 'Infinity'])('makes nothing of "%s"', (value) =>
  expect(asked({ 'retry-after': value })).toBeUndefined(),
);
