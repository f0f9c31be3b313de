import { z } from 'zod';
import type { Files } from './read-repository.ts';

export interface DependencyRow {
  name: string;
  /** Packages, plugins, `bench` and `root`, sorted. */
  where: string[];
  reason: string;
}

/** The rows of the table of dependencies in `docs/DECISIONS.md`. */
export function dependencyTable(markdown: string): DependencyRow[] {
  const rows = markdown.matchAll(/^\| `([^`]+)` \| (.+?) \| (.+) \|$/gm);
  return [...rows].map(([, name = '', where = '', reason = '']) => ({
    name,
    where: where.split(', ').toSorted(),
    reason,
  }));
}

const list = z.record(z.string(), z.string()).optional();
const manifestSchema = z.object({
  dependencies: list,
  devDependencies: list,
  peerDependencies: list,
  optionalDependencies: list,
});

/** `engine` for `packages/engine/package.json`, `plugins/math` for that of a plugin; what lies under `bench` is all called so. */
function placeOf(path: string): string | undefined {
  if (path === 'package.json') return 'root';
  if (/^bench\/(?:.+\/)?package\.json$/.test(path)) return 'bench';
  return /^(?:packages\/([^/]+)|(plugins\/[^/]+))\/package\.json$/.exec(path)?.slice(1).find(Boolean);
}

/** Where each package that is not ours is asked for. */
function dependencies(files: Files): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    const place = placeOf(path);
    if (place === undefined) continue;
    for (const names of Object.values(manifestSchema.parse(JSON.parse(text))))
      for (const name of Object.keys(names ?? {}))
        if (!name.startsWith('@cadence/')) found.set(name, (found.get(name) ?? new Set()).add(place));
  }
  return found;
}

/** Where the table and the package.json files disagree. */
export function dependencyProblems(rows: readonly DependencyRow[], files: Files): string[] {
  const used = dependencies(files);
  const listed = new Set(rows.map(({ name }) => name));
  const without = [...used.keys()].filter((name) => !listed.has(name));
  return [
    ...without.map((name) => `${name}: has no reason in docs/DECISIONS.md`),
    ...rows.flatMap(({ name, where }) => {
      const places = [...(used.get(name) ?? [])].toSorted().join(', ');
      if (places === '') return [`${name}: is listed, and nobody depends on it`];
      return places === where.join(', ')
        ? []
        : [`${name}: is listed for ${where.join(', ')}; it is in ${places}`];
    }),
  ];
}
