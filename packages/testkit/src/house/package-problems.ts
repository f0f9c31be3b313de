import { posix } from 'node:path';
import { z } from 'zod';
import { moduleImports } from './module-imports.ts';
import type { Files } from './read-repository.ts';
import { isTest, sourceFiles } from './source-files.ts';

/** For each package, the packages drawn directly under it; what those depend on is allowed too. */
export type Directions = Readonly<Record<string, readonly string[]>>;

const manifestSchema = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.unknown()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});
type Manifest = z.infer<typeof manifestSchema>;

interface House {
  manifests: ReadonlyMap<string, Manifest>;
  reach: (name: string) => ReadonlySet<string>;
}

const scope = '@cadence-agents/';
const houseMates = (names: Iterable<string>) =>
  [...names].filter((name) => name.startsWith(scope)).map((name) => name.slice(scope.length));

function readManifests(files: Files): Map<string, Manifest> {
  const manifests = new Map<string, Manifest>();
  for (const [path, text] of files) {
    const name = /^packages\/([^/]+)\/package\.json$/.exec(path)?.[1];
    if (name !== undefined) manifests.set(name, manifestSchema.parse(JSON.parse(text)));
  }
  return manifests;
}

function reachable(directions: Directions, name: string): Set<string> {
  const reached = new Set(directions[name]);
  for (const next of reached) for (const further of directions[next] ?? []) reached.add(further);
  return reached;
}

const declared = (manifest: Manifest | undefined) =>
  houseMates(Object.keys({ ...manifest?.dependencies, ...manifest?.peerDependencies }));

function manifestProblems(name: string, { manifests, reach }: House): string[] {
  const unwanted = declared(manifests.get(name)).filter((other) => !reach(name).has(other));
  return unwanted.map((other) => `packages/${name}/package.json: ${name} may not depend on ${other}`);
}

/** What is wrong with importing `@cadence-agents/<imported>` from this file. */
function houseImportProblem(path: string, from: string, imported: string, house: House): string | undefined {
  const [to = '', ...rest] = imported.split('/');
  const subpath = ['.', ...rest].join('/');
  const exported = house.manifests.get(to)?.exports ?? {};
  if (to === from) return 'imports its own package by name; import the file';
  if (!(subpath in exported)) return `reaches into ${to}: its package.json does not export "${subpath}"`;
  if (isTest(path) && (to === 'testkit' || subpath === './testing')) return undefined;
  // Whom a test drives is no part of the direction.
  if (isTest(path) && house.manifests.get(from)?.devDependencies?.[`${scope}${to}`]) return undefined;
  if (to === 'testkit' || subpath === './testing') return `imports ${scope}${imported} outside a test`;
  if (!house.reach(from).has(to)) return `${from} may not depend on ${to}`;
  const isDeclared = isTest(path) || declared(house.manifests.get(from)).includes(to);
  return isDeclared ? undefined : `imports ${to}, which package.json does not list`;
}

function relativeImportProblem(path: string, from: string, name: string): string | undefined {
  const target = posix.join(posix.dirname(path), name);
  if (!target.startsWith(`packages/${from}/`)) return `leaves its package through "${name}"`;
  const isBarrel = target === `packages/${from}/src/index.ts`;
  // The barrel's own test is the one that looks at the surface as a whole.
  if (isBarrel && !path.endsWith('/src/index.test.ts')) return 'imports its own barrel; import the file';
  return undefined;
}

function sourceProblems(path: string, text: string, house: House): string[] {
  const from = /^packages\/([^/]+)\/src\//.exec(path)?.[1];
  if (from === undefined) return [];
  return moduleImports(text).flatMap((name) => {
    let problem: string | undefined;
    if (name.startsWith('.')) problem = relativeImportProblem(path, from, name);
    else if (name.startsWith(scope))
      problem = houseImportProblem(path, from, name.slice(scope.length), house);
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
}

/** Where packages depend on each other against the directions drawn, or reach past each other's surface. */
export function packageProblems(files: Files, directions: Directions): string[] {
  const manifests = readManifests(files);
  const house = { manifests, reach: (name: string) => reachable(directions, name) };
  const names = [...manifests.keys()];
  return [
    ...names
      .filter((name) => !directions[name])
      .map((name) => `packages/${name}: no direction is drawn for it`),
    ...names.flatMap((name) => manifestProblems(name, house)),
    ...[...sourceFiles(files)].flatMap(([path, text]) => sourceProblems(path, text, house)),
  ];
}
