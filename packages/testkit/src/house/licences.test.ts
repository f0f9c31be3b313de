import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { licenceExceptions, licenceProblems, lockedPackages } from './licences.ts';

const lock = readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8');
const locked = (entry: object) =>
  lockedPackages(JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0', ...entry } } }));

describe('the licences of the dependencies', () => {
  it('are all known, and ask for no more than to be named', () => {
    expect(licenceProblems(lockedPackages(lock))).toEqual([]);
  });

  it('have no exception that is not used', () => {
    const packages = lockedPackages(lock);
    for (const name of Object.keys(licenceExceptions)) {
      const renamed = packages.filter((each) => each.name === name).map((each) => ({ ...each, of: 'x' }));
      expect(licenceProblems(renamed), name).not.toEqual([]);
    }
  });

  it.each(['MIT', '(MIT OR GPL-3.0-or-later)', 'MIT AND ISC', '(MIT AND Zlib)'])('accept %s', (license) =>
    expect(licenceProblems(locked({ license }))).toEqual([]),
  );

  it.each(['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'SEE LICENSE IN LICENSE', 'UNLICENSED', undefined])(
    'refuse %s',
    (license) => expect(licenceProblems(locked({ license }))).toHaveLength(1),
  );
});
