import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { constants as accessModes, accessSync, existsSync, readdirSync, statSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import { CadenceError } from '@cadence-agents/contracts';

const run = promisify(execFile);
const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);
const root = fileURLToPath(new URL('.', import.meta.url));
const packages = resolve(root, '..');
const BUILT_FILE = '.sources-hash';

const folders = ['web/src', 'web/public', 'client/src', 'contracts/src', 'workflow/src'];
const singles = [
  'index.html',
  'build-page.ts',
  'vite.config.ts',
  'first-page.ts',
  'lean-contracts.ts',
  'service-worker-file.ts',
  'package.json',
].map((name) => `web/${name}`);

/** What a page was built from. */
interface Built {
  /** Of the contents of all sources. */
  hash?: string;
  /** Of their sizes and dates when the hash was computed: while they stay, the hash need not be computed again. */
  seen?: string;
}

export interface BuildPageOptions {
  /** `dist` beside this file when absent. */
  outDir?: string;
  /** Where to build instead when that cannot be written: the code may be somebody else's. */
  elsewhere?: string;
}

/** The folder of the built page. Builds it when its sources are not those of the last build. */
export async function buildPage({
  outDir = join(root, 'dist'),
  elsewhere,
}: BuildPageOptions = {}): Promise<string> {
  // An installed package has the page, and not what it is built from.
  if (!existsSync(join(root, 'src'))) return outDir;
  const files = sourceFiles();
  // Before the contents, so that what is edited meanwhile is looked at again.
  const seen = seenHash(files);
  const places = elsewhere === undefined || canWrite(dirname(outDir)) ? [outDir] : [outDir, elsewhere];
  for (const place of places) if ((await readBuilt(place)).seen === seen) return place;
  const sources = { hash: await contentHash(files), seen };
  for (const place of places) {
    if ((await readBuilt(place)).hash !== sources.hash) continue;
    // A folder that cannot be written to only costs the next start the same.
    await noteBuilt(place, sources).catch(() => {});
    return place;
  }
  const place = places.at(-1) ?? outDir;
  try {
    await buildIn(place, sources);
  } catch (cause) {
    throw new CadenceError('INTERNAL', `The page cannot be built in "${place}".`, {
      hint: `Start it once as a user who may write there. The build said: ${lastWords(cause)}`,
      cause,
    });
  }
  return place;
}

/** Built beside and moved, so that nobody is served half a page. */
async function buildIn(outDir: string, sources: Required<Built>): Promise<void> {
  const fresh = `${outDir}-${randomUUID()}`;
  try {
    // The data folder may be made here first, and is nobody else's to read.
    await mkdir(dirname(outDir), { recursive: true, mode: 0o700 });
    await runVite(fresh);
    await compress(fresh);
    await noteBuilt(fresh, sources);
    await rm(outDir, { recursive: true, force: true });
    await rename(fresh, outDir);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Somebody else who started at the same time may have been faster.
    if ((await readBuilt(outDir)).hash !== sources.hash) throw error;
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, accessModes.W_OK);
    return true;
  } catch {
    return false;
  }
}

const noteBuilt = (outDir: string, { hash, seen }: Required<Built>) =>
  writeFile(join(outDir, BUILT_FILE), `${hash}\n${seen}\n`);

/** The line of an error that says what happened. */
function lastWords(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error).split('\n');
  return lines.find((line) => /error:/i.test(line) && !line.startsWith('Command failed')) ?? lines[0] ?? '';
}

/** In a process of its own: Vite goes by NODE_ENV, and under tests it would build React's slow, large variant. */
async function runVite(outDir: string): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  // Another way would write beside the code to read its own settings.
  args.push('--configLoader', 'native');
  await run(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
}

/** Once here, so that no request pays for it; what every visit begins with as small as can be, which takes longer. */
async function compress(folder: string): Promise<void> {
  const files = await Array.fromAsync(glob('**/*.{js,css,html,svg,json}', { cwd: folder }));
  const first = await readFile(join(folder, 'index.html'), 'utf8');
  await Promise.all(
    files.map(async (name) => {
      const content = await readFile(join(folder, name));
      const quality = first.includes(name) ? constants.BROTLI_MAX_QUALITY : 9;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      await writeFile(join(folder, `${name}.br`), await brotli(content, { params }));
      await writeFile(join(folder, `${name}.gz`), await gzip(content));
    }),
  );
}

async function readBuilt(outDir: string): Promise<Built> {
  if (!existsSync(join(outDir, 'index.html'))) return {};
  const text = await readFile(join(outDir, BUILT_FILE), 'utf8').catch(() => '');
  const [, hash, seen] = /^(\w+)\n(\w+)\n$/.exec(text) ?? [];
  return { ...(hash !== undefined && { hash }), ...(seen !== undefined && { seen }) };
}

function sourceFiles(): string[] {
  const found = folders.flatMap((folder) => {
    const path = join(packages, folder);
    if (!existsSync(path)) return [];
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  const shipped = found.filter((name) => !/\.(test|fixture)\.tsx?$/.test(name));
  return [...shipped, ...singles.map((name) => join(packages, name))].toSorted();
}

function seenHash(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of files) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(packages, path)}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

async function contentHash(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of files) {
    hash.update(relative(packages, path)).update('\0');
    hash.update(await readFile(path)).update('\0');
  }
  return hash.digest('hex');
}
