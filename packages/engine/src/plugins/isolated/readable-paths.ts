import { realpath } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const engine = fileURLToPath(new URL('../../..', import.meta.url));
const hosted = ['@cadence/contracts', '@cadence/sdk', 'zod'];
const own = ['package.json', 'src/plugins', 'src/tools'];

/** All that the process of a plugin may read: its folder, and the modules that run it. Nothing may be written. */
export async function readablePaths(folder: string): Promise<string[]> {
  const packages = hosted.flatMap((name) => findPackageJSON(name, import.meta.url) ?? []).map(dirname);
  const real = await Promise.all(packages.map((path) => realpath(path)));
  return [...new Set([folder, ...own.map((path) => join(engine, path)), ...packages, ...real])];
}
