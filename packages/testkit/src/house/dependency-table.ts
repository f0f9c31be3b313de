import { z } from 'zod';
import type { Files } from './read-repository.ts';

const row = /^\| `([^`]+)` \| (.*?) \| (.+) \|$/gm;

/** The packages in the table of dependencies in `docs/DECISIONS.md`; a row without a reason is none. */
export const listedDependencies = (markdown: string): string[] =>
  [...markdown.matchAll(row)].map(([, name = '']) => name);

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
        if (!name.startsWith('@cadence-agents/')) found.set(name, (found.get(name) ?? new Set()).add(place));
  }
  return found;
}

/** Packages that nobody gave a reason for, and reasons for packages that nobody asks for. */
export function dependencyProblems(markdown: string, files: Files): string[] {
  const used = dependencies(files);
  const listed = listedDependencies(markdown);
  return [
    ...[...used.keys()]
      .filter((name) => !listed.includes(name))
      .map((name) => `${name}: has no reason in docs/DECISIONS.md`),
    ...listed.filter((name) => !used.has(name)).map((name) => `${name}: is listed, and nobody depends on it`),
  ];
}

/** The document with the places of each package as they are. */
export function withPlaces(markdown: string, files: Files): string {
  const used = dependencies(files);
  return markdown.replace(row, (line, name: string, _, reason: string) => {
    const places = used.get(name);
    return places ? `| \`${name}\` | ${[...places].toSorted().join(', ')} | ${reason} |` : line;
  });
}
