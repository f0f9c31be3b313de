// The licences of everything that is installed, from the lock file, and which of them may be used.

export interface LockedPackage {
  name: string;
  /** The package that it is a build of for one kind of machine; else itself. */
  of: string;
  version: string;
  licence: string | undefined;
  /** Used to build and test only; nothing of it is shipped or run by those who use Cadence. */
  dev: boolean;
}

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

/** Those that ask for no more than to be named. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages with another licence, and why they may be used all the same. */
export const licenceExceptions: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server-everything': 'Its README says MIT. A server that tests talk to, not shipped.',
  'axe-core': 'MPL-2.0: looks at the page in tests, unchanged, and is not shipped.',
  elkjs: 'EPL-2.0 by choice: draws graphs, unchanged; its source is at github.com/kieler/elkjs.',
  khroma: 'MIT, by its license file; its package.json does not say so.',
  lightningcss: 'MPL-2.0: a tool that builds the page, unchanged; nothing of it is in what it builds.',
};

/** Every package of the lock file, once for each version. */
export function lockedPackages(lock: string): LockedPackage[] {
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(lock);
  const all = Object.entries(packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    return path.includes('node_modules/') && !entry.link ? [{ name, entry }] : [];
  });
  // The lock has no licence of builds for other machines: it is that of the package that names them.
  const parents = new Map(
    all.flatMap(({ name, entry }) =>
      Object.keys(entry.optionalDependencies ?? {}).map((build) => [build, { name, licence: entry.license }]),
    ),
  );
  const found = all.map(({ name, entry: { version = '', license, dev = false } }) => {
    const parent = parents.get(name);
    return { name, of: parent?.name ?? name, version, licence: license ?? parent?.licence, dev };
  });
  const unique = new Map<string, LockedPackage>();
  for (const each of found) {
    const key = `${each.name}@${each.version}`;
    unique.set(key, { ...each, dev: each.dev && (unique.get(key)?.dev ?? true) });
  }
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The packages whose licence is unknown, or asks for more than to be named. */
export function licenceProblems(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ of, licence = '' }) => !Object.hasOwn(licenceExceptions, of) && !isPermissive(licence))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence ?? 'no licence is named'}`);
}

/** An SPDX expression, as far as packages use them: names joined by AND and OR, in brackets or not. */
function isPermissive(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '').trim();
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((name) => permissive.has(name.trim())));
}
