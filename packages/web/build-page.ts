import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';

const run = promisify(execFile);
const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);
const root = fileURLToPath(new URL('.', import.meta.url));
const packages = resolve(root, '..');
const HASH_FILE = '.sources-hash';

const sources = [
  'web/{src,public}/**/*',
  'web/{index.html,vite.config.ts,package.json}',
  '{client,contracts,workflow}/src/**/*.ts',
];

export interface BuildPageOptions {
  /** `dist` beside this file when absent. */
  outDir?: string;
}

/** The folder of the built page. Builds it when its sources are not those of the last build. */
export async function buildPage({ outDir = join(root, 'dist') }: BuildPageOptions = {}): Promise<string> {
  const hash = await sourcesHash();
  if ((await builtFrom(outDir)) === hash) return outDir;
  // Built beside and moved, so that nobody is served half a page.
  const fresh = `${outDir}-${randomUUID()}`;
  try {
    await runVite(fresh);
    await compress(fresh);
    await writeFile(join(fresh, HASH_FILE), hash);
    await rm(outDir, { recursive: true, force: true });
    await rename(fresh, outDir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Somebody else who started at the same time may have been faster.
    if ((await builtFrom(outDir)) !== hash) throw error;
  }
  return outDir;
}

/** In a process of its own: Vite goes by NODE_ENV, and under tests it would build React's slow, large variant. */
async function runVite(outDir: string): Promise<void> {
  const vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  await run(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
}

/** Once here, so that no request pays for it. */
async function compress(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('**/*.{js,css,html,svg,json}', { cwd: folder }));
  await Promise.all(
    files.map(async (name) => {
      const content = await readFile(join(folder, name));
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
      await writeFile(join(folder, `${name}.br`), await brotli(content, quality));
      await writeFile(join(folder, `${name}.gz`), await gzip(content));
    }),
  );
}

async function builtFrom(outDir: string): Promise<string | undefined> {
  if (!existsSync(join(outDir, 'index.html'))) return undefined;
  return await readFile(join(outDir, HASH_FILE), 'utf8').catch(() => undefined);
}

async function sourcesHash(): Promise<string> {
  const files = await Array.fromAsync(
    glob(sources, { cwd: packages, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' }),
  );
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const hash = createHash('sha256');
  for (const path of paths.filter((name) => !/\.(test|fixture)\.tsx?$/.test(name)).toSorted()) {
    hash.update(relative(packages, path)).update('\0');
    hash.update(await readFile(path)).update('\0');
  }
  return hash.digest('hex');
}
