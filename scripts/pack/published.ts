// The packages that are published. In the repository their exports lead to the sources, which Node runs as they are;
// in a package they lead to what was built of them, since Node runs no TypeScript inside node_modules.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { published } from '@cadence-agents/contracts';

export const root = resolve(import.meta.dirname, '../..');

/** What a package.json of the repository has to say here. */
interface Manifest {
  name: string;
  version: string;
  files?: string[];
  exports?: Record<string, string>;
  cadence?: { plugin: string };
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional: boolean }>;
  private?: boolean;
  devDependencies?: Record<string, string>;
}

export interface Workspace {
  /** In the repository. */
  folder: string;
  manifest: Manifest;
}

const repository: { description: string; engines: { node: string } } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The page is a part of the command, and the rest is for tests. */
const unpublished = ['@cadence-agents/bench', '@cadence-agents/testkit', '@cadence-agents/web'];

/** For the tests of other packages. */
const unpublishedExports = ['@cadence-agents/storage/testing', '@cadence-agents/workflow/testing'];

const workspaces: readonly Workspace[] = globSync('{packages,plugins}/*/package.json', { cwd: root })
  .toSorted()
  .map((file) => ({
    folder: join(root, file, '..'),
    manifest: JSON.parse(readFileSync(join(root, file), 'utf8')),
  }));

export function workspace(name: string): Workspace {
  const found = workspaces.find(({ manifest }) => manifest.name === name);
  if (found === undefined) throw new Error(`There is no package "${name}".`);
  return found;
}

export const command = workspace('@cadence-agents/cli');

/** The packages that programs import. */
export const libraries: readonly Workspace[] = workspaces.filter(
  (one) => one !== command && !unpublished.includes(one.manifest.name),
);

export const plugins = libraries.filter(({ manifest }) => manifest.cadence !== undefined);

/** What can be imported from a package, and the source of it. */
export function publishedExports({
  manifest: { name, exports = {} },
}: Workspace): [path: string, source: string][] {
  return Object.entries(exports).filter(([path]) => !unpublishedExports.includes(join(name, path)));
}

/** What is built of a source: `./dist/a.js` of `./src/a.ts`. */
const built = (source: string, ending = '.js') =>
  source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, ending);

/** The package.json of a library as it is published. */
export function publishedManifest(library: Workspace): object {
  const { private: _, devDependencies: __, files = [], cadence, ...manifest } = library.manifest;
  return {
    ...manifest,
    files: ['dist', ...files],
    ...(cadence && { cadence: { plugin: built(cadence.plugin) } }),
    exports: Object.fromEntries(
      publishedExports(library).map(([path, source]) => [
        path,
        { types: built(source, '.d.ts'), default: built(source) },
      ]),
    ),
  };
}

/** The package.json of the command as it is published, by the names of what it imports. */
export function commandManifest(imported: { beside: string[]; optional: string[] }): object {
  const { version } = command.manifest;
  const shipped = plugins.map(({ manifest }) => manifest.name);
  return {
    name: published.command,
    version,
    description: repository.description,
    license: 'MIT',
    type: 'module',
    engines: repository.engines,
    bin: { cadence: 'bin/cadence.js' },
    files: ['bin', 'dist', 'packages', 'workflows', 'THIRD-PARTY.md'],
    dependencies: Object.fromEntries([...imported.beside, ...shipped].map((name) => [name, versionOf(name)])),
    peerDependencies: Object.fromEntries(imported.optional.map((name) => [name, `^${versionOf(name)}`])),
    peerDependenciesMeta: Object.fromEntries(imported.optional.map((name) => [name, { optional: true }])),
  };
}

/** Ours are of one version; others as the repository has them. */
function versionOf(name: string): string {
  for (const { manifest } of workspaces) {
    if (manifest.name === name) return manifest.version;
    const version = manifest.dependencies?.[name] ?? manifest.devDependencies?.[name];
    if (version !== undefined) return version;
  }
  throw new Error(`No package of the repository depends on "${name}".`);
}
