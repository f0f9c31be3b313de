// Module by module, by the compiler alone, so that each is where its source was: modules find files by their place.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileReferences, referToBuilt } from './file-references.ts';
import { libraries, publishedExports, root, type Workspace } from './published.ts';

/** Builds all libraries, each into the `dist` of its folder. */
export function buildLibraries(folderOf: (library: Workspace) => string, scratch: string): void {
  const outDir = join(scratch, 'compiled');
  const tsconfig = join(scratch, 'tsconfig.json');
  mkdirSync(scratch, { recursive: true });
  writeFileSync(tsconfig, JSON.stringify(settings(outDir, libraries.flatMap(entries))));
  const compiler = join(root, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(compiler, ['-p', tsconfig], { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(`The packages do not compile:\n${stdout}`);
  for (const library of libraries) {
    const sources = join(outDir, relative(root, library.folder), 'src');
    const dist = join(folderOf(library), 'dist');
    cpSync(sources, dist, { recursive: true });
    for (const file of globSync('**/*.{js,d.ts}', { cwd: dist })) rewrite(join(dist, file));
  }
  rmSync(outDir, { recursive: true });
}

function settings(outDir: string, files: string[]): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      sourceMap: true,
      // Sources are not shipped.
      inlineSources: true,
      rewriteRelativeImportExtensions: true,
      outDir,
      rootDir: root,
      // What is found in node_modules is not compiled.
      paths: Object.fromEntries(libraries.flatMap(importPaths)),
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files,
  };
}

const importPaths = (library: Workspace): [name: string, sources: string[]][] =>
  publishedExports(library).map(([path, source]) => [
    join(library.manifest.name, path),
    [join(library.folder, source)],
  ]);

/** What is imported from outside, and the files that no import leads to: threads and processes. */
function entries(library: Workspace): string[] {
  const sources = globSync('src/**/*.ts', {
    cwd: library.folder,
    exclude: ['**/*.{test,fixture,conformance}.ts'],
  }).map((file) => join(library.folder, file));
  const started = sources.flatMap((file) =>
    fileReferences(readFileSync(file, 'utf8')).map((path) => join(dirname(file), path)),
  );
  return [...publishedExports(library).map(([, source]) => join(library.folder, source)), ...started];
}

function rewrite(file: string): void {
  const code = readFileSync(file, 'utf8');
  const after = file.endsWith('.d.ts')
    ? code.replaceAll(/((?:from|import\() ?['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2')
    : referToBuilt(code);
  if (after !== code) writeFileSync(file, after);
}
