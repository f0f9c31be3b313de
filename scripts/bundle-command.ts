// Makes the bundle that packages/cli/bin/bundle.js runs: the modules of our own packages in a few files, since most
// of a cold start is Node finding and reading modules one by one. `npm ci` calls it; without a bundle the command
// runs its sources.
import { readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { findPackageJSON, isBuiltin } from 'node:module';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';
import { bundles, type Manifest, manifestFile } from '../packages/cli/bin/bundle.js';
import { placeModules } from './place-modules.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * What plugins and packages outside of the bundle import as well. They are given the bundle's copies, so that a
 * process has one of each.
 */
const shared = [
  'zod',
  'zod/v4',
  'zod/v4/core',
  'zod/v4-mini',
  '@cadence-agents/contracts',
  '@cadence-agents/sdk',
  '@cadence-agents/sdk/host',
  '@cadence-agents/sdk/testing',
];

/** Threads of ours: each starts from a module of its own. */
const threads = [
  'packages/server/src/operation/watchdog/watchdog-thread.ts',
  'packages/storage/src/sqlite/file-thread.ts',
].map((file) => join(root, file));

/** Packages of others that are bundled: modules in many files that every start needs, and what those import. */
const bundled = new Set([
  '@fastify/accept-negotiator',
  '@fastify/busboy',
  '@fastify/cors',
  '@fastify/deepmerge',
  '@fastify/error',
  '@fastify/forwarded',
  '@fastify/multipart',
  '@fastify/proxy-addr',
  '@fastify/rate-limit',
  '@fastify/send',
  '@fastify/static',
  '@lukeed/ms',
  '@opentelemetry/api',
  'avvio',
  'bintrees',
  'commander',
  'content-disposition',
  'depd',
  'escape-html',
  'eventsource-parser',
  'fast-decode-uri-component',
  'fast-deep-equal',
  'fast-json-stringify',
  'fast-querystring',
  'fastify',
  'fastify-plugin',
  'fastq',
  'find-my-way',
  'glob',
  'helmet',
  'http-errors',
  'inherits',
  'ip-address',
  'ipaddr.js',
  'mime',
  'process-warning',
  'prom-client',
  're2js',
  'ret',
  'reusify',
  'rfdc',
  'safe-regex2',
  'safe-stable-stringify',
  'secure-json-parse',
  'semver',
  'setprototypeof',
  'statuses',
  'tdigest',
  'toad-cache',
  'toidentifier',
  'zod',
]);

type Watched = Map<string, [size: number, mtimeMs: number]>;

async function makeBundle(): Promise<void> {
  const { rolldown } = await import('rolldown');
  const watched: Watched = new Map();
  for (const name of readdirSync(join(root, 'packages')))
    watch(watched, `${root}/packages/${name}/package.json`);
  // npm writes it at every change of what is installed, while files of packages all bear one date.
  watch(watched, join(root, 'node_modules/.package-lock.json'));
  const sources = Object.fromEntries(shared.map((name) => [entryName(name), sourceOf(name)]));
  const build = await rolldown({
    input: {
      main: join(root, 'packages/cli/src/main.ts'),
      ...sources,
      ...Object.fromEntries(threads.map((file) => [basename(file, '.ts'), file])),
    },
    cwd: root,
    platform: 'node',
    tsconfig: false,
    plugins: [watching(watched), choosing, placeModules((id) => relative(join(bundles, 'any'), id), threads)],
  });
  const folder = String(Date.now());
  const dir = join(bundles, folder);
  const { output } = await build.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  for (const { fileName } of output) watch(watched, join(dir, fileName));
  publish({
    node: process.version,
    folder,
    files: [...watched].map(([path, state]) => [path, ...state]),
    shared: Object.entries(sources).map(([name, file]) => [relative(bundles, file), `${name}.js`]),
  });
}

const entryName = (specifier: string) => specifier.replace('@cadence-agents/', '').replaceAll('/', '-');
const sourceOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier));

function watch(watched: Watched, file: string): void {
  const { size, mtimeMs } = statSync(file);
  watched.set(relative(bundles, file), [size, mtimeMs]);
}

/** Looks at each file before it is read, so that one that is edited meanwhile counts as changed. */
function watching(watched: Watched): Plugin {
  return {
    name: 'watch-files',
    load(id) {
      // Those of others change with what is installed.
      if (isAbsolute(id) && !id.includes(`${sep}node_modules${sep}`)) watch(watched, id);
    },
  };
}

/** Leaves the packages of others where they are. */
const choosing: Plugin = {
  name: 'choose-packages',
  resolveId(specifier, importer) {
    if (importer === undefined || /^[./\0]|^node:/.test(specifier)) return null;
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
    // The page's build looks packages up from where it is.
    const ours = name.startsWith('@cadence-agents/') && name !== '@cadence-agents/web';
    if (ours || bundled.has(name)) return null;
    const found = findPackage(name, importer);
    // One of another version, perhaps, that is installed for the importer alone.
    if (found !== findPackage(name, join(bundles, 'any/main.js')))
      throw new Error(`"${name}" is at "${found}", where a bundle does not find it.`);
    return { id: specifier, external: true };
  },
};

function findPackage(name: string, from: string): string | undefined {
  if (isBuiltin(name)) return undefined;
  try {
    const found = findPackageJSON(name, from);
    return found && realpathSync(found);
  } catch {
    return undefined;
  }
}

/** The bundle before this one stays: a process that runs from it may not have read all of it yet. */
function publish(manifest: Manifest): void {
  writeFileSync(`${manifestFile}.new`, JSON.stringify(manifest));
  renameSync(`${manifestFile}.new`, manifestFile);
  const folders = readdirSync(bundles).filter((name) => /^\d+$/.test(name));
  for (const old of folders.toSorted().slice(0, -2)) rmSync(join(bundles, old), { recursive: true });
}

try {
  await makeBundle();
} catch (error) {
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
  console.warn(`The command is not bundled, and starts slower, from its sources: ${reason.slice(0, 500)}`);
  process.exitCode = 1;
}
