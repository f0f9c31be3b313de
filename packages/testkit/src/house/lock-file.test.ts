import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

it('the lock file has every optional package that it names, or `npm ci` refuses it (npm run lock)', () => {
  const text = readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8');
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(text);
  const known = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.entries(optionalDependencies),
  );
  expect(named.filter(([name, version]) => /^\d/.test(version) && !known.has(name))).toEqual([]);
});
