import { describe, expect, it } from 'vitest';
import { forbiddenShortcuts } from './forbidden-shortcuts.ts';
import { readRepository } from './read-repository.ts';

const check = (path: string, source: string) => forbiddenShortcuts(new Map([[path, source]]));

describe('forbiddenShortcuts', () => {
  it('finds none in this repository', async () => {
    expect(forbiddenShortcuts(await readRepository())).toEqual([]);
  });

  it.each(['// @ts-ignore', '/* biome-ignore lint: why */', '// @ts-nocheck', '// @ts-expect-error'])(
    'refuses %s',
    (source) => {
      expect(check('a.ts', source)).toEqual(['a.ts: silences a check']);
    },
  );

  it('lets a test say that something must not compile', () => {
    expect(check('a.test.ts', '// @ts-expect-error: a number is no name')).toEqual([]);
  });

  it.each(['it.skip("x")', 'describe.concurrent.only("x")', 'test.todo("x")', 'it.skip.each([])'])(
    'refuses %s',
    (source) => {
      expect(check('a.test.ts', source)).toEqual(['a.test.ts: passes over tests']);
    },
  );

  it.each([`say('it.skip(x)')`, '// it.only', 'it.each(x)', 'array.skip(1)'])('accepts %s', (source) => {
    expect(check('a.test.ts', source)).toEqual([]);
  });
});
