import { describe, expect, it } from 'vitest';
import { pathOfRuns } from './path-of-runs.ts';

const runs = (ids: string, status: 'completed' | 'running' = 'completed') =>
  [...ids].map((id) => ({ id, status }));
const shown = (...given: Parameters<typeof pathOfRuns>) =>
  pathOfRuns(...given)
    .runs.map(({ id }) => id)
    .join('');

// a → b → c, and b again as d → e
const items = [{ after: 'a', runs: ['b', 'd'] }];

describe('pathOfRuns', () => {
  it('has every run where nothing was asked again', () => {
    expect(shown(runs('abc'))).toBe('abc');
    expect(shown([])).toBe('');
  });

  it('follows the branch that the conversation stands at the end of', () => {
    expect(shown(runs('abcde'), { current: 'e', items })).toBe('ade');
    expect(shown(runs('abcde'), { current: 'c', items })).toBe('abc');
  });

  it('goes on from a branch that was returned to', () => {
    const returned = [...items, { after: 'c', runs: ['f'] }];
    expect(shown(runs('abcdef'), { current: 'f', items: returned })).toBe('abcf');
    expect(pathOfRuns(runs('abcdef'), { current: 'f', items: returned }).branchesAt.has('f')).toBe(false);
  });

  it('shows what is at work before it is told where that stands', () => {
    expect(shown([...runs('abcde'), ...runs('f', 'running')], { current: 'e', items })).toBe('adef');
  });

  it('knows which runs went on from the same place, and whether more come before', () => {
    const { branchesAt, isCut } = pathOfRuns(runs('de'), { current: 'e', items });
    expect(branchesAt.get('d')).toEqual(['b', 'd']);
    expect(branchesAt.get('e')).toBeUndefined();
    expect(isCut).toBe(true);
    const first = { current: 'b', items: [{ after: null, runs: ['a', 'b'] }] };
    expect(pathOfRuns(runs('ab'), first)).toMatchObject({ runs: [{ id: 'b' }], isCut: false });
  });
});
