import { describe, expect, it } from 'vitest';
import { filterOf, readRunSearch } from './run-search.ts';

describe('the filters of the runs, in the address', () => {
  it('are read, and what cannot be is left out', () => {
    const search = {
      text: 345,
      status: 'failed',
      feedback: 'down',
      minTokens: '100',
      minCost: '0.25',
      from: '2026-01-31',
    };
    expect(readRunSearch(search)).toEqual({ ...search, text: '345', minTokens: 100, minCost: 0.25 });
    expect(
      readRunSearch({
        text: ' ',
        status: 'lost',
        feedback: 'sideways',
        minTokens: -1,
        minCost: 'much',
        to: 'tomorrow',
        x: 1,
      }),
    ).toEqual({});
  });

  it('mean whole days, both included', () => {
    const { from = '', to = '' } = filterOf({ from: '2026-01-31', to: '2026-01-31', tag: 'night' });
    expect(new Date(from).getHours()).toBe(0);
    expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
  });
});
