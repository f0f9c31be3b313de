import { expect, it } from 'vitest';
import { timeAgo } from './relative-time.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

it.each([
  ['2026-03-01T11:59:30Z', 'just now'],
  ['2026-03-01T11:57:00Z', '3 minutes ago'],
  ['2026-03-01T09:10:00Z', '2 hours ago'],
  ['2026-02-28T11:00:00Z', 'yesterday'],
  ['2026-01-01T12:00:00Z', 'Jan 1, 2026'],
])('tells %s as "%s"', (then, words) => {
  expect(timeAgo(Date.parse(then), now)).toBe(words);
});
