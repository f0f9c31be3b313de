import { expect, it, vi } from 'vitest';
import { leftOut } from './left-out.ts';

it('tests are left out aloud, and in CI not at all', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const why = 'abacus is not installed';
  expect(leftOut(undefined, { CI: 'true' })).toBe(false);
  expect([leftOut(why, {}), leftOut(why, {})]).toEqual([true, true]);
  expect(written.mock.calls).toEqual([[`Tests are left out: ${why}.\n`]]);
  expect(() => leftOut(why, { CI: 'true' })).toThrow('abacus');
  written.mockRestore();
});
