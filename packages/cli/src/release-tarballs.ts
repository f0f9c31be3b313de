// Where the packages of Cadence are that a new project installs: tarballs of a release, or of this checkout.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CadenceError, published } from '@cadence-agents/contracts';
import { z } from 'zod';

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ resolved: z.string().optional() })),
});

/** The folder of the tarballs that this command was installed from, by the lock that npm keeps in node_modules. */
function installedFrom(script: string): string | undefined {
  const [project = '', inPackage] = script.split(join('/', 'node_modules', published.command, '/'));
  const lock = join(project, 'node_modules/.package-lock.json');
  if (inPackage === undefined || !existsSync(lock)) return undefined;
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(lock, 'utf8')));
  const { resolved } = packages[`node_modules/${published.command}`] ?? {};
  return resolved?.startsWith('file:')
    ? dirname(resolve(project, resolved.slice('file:'.length)))
    : undefined;
}

/** Packs this checkout, where this is one. */
function packedHere(): string | undefined {
  const root = join(import.meta.dirname, '../../..');
  const script = join(root, 'scripts/pack/pack.ts');
  if (!existsSync(script)) return undefined;
  console.error('Packing Cadence from this checkout: this takes about half a minute.');
  execFileSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
  return join(root, 'dist');
}

/** The packages that a project with plugins of its own imports or runs. */
function isWanted(file: string, version: string): boolean {
  const end = `-${version}.tgz`;
  if (!file.startsWith(published.command) || !file.endsWith(end)) return false;
  return /^(?:|-contracts|-sdk|-plugin-\w+)$/.test(file.slice(published.command.length, -end.length));
}

/** The tarballs that a new project needs, from the folder that is given or from where this command came. */
export async function releaseTarballs(given: string | undefined, version: string): Promise<string[]> {
  const folder = given ?? installedFrom(import.meta.filename) ?? packedHere();
  const files = folder === undefined ? [] : await readdir(folder).catch((): string[] => []);
  if (folder === undefined || !files.includes(`${published.command}-${version}.tgz`))
    throw new CadenceError(
      'INPUT_INVALID',
      `There are no packages of Cadence ${version}${folder === undefined ? '' : ` in "${folder}"`}.`,
      { hint: "Name the folder that has a release's tarballs: --packages FOLDER" },
    );
  return files.filter((file) => isWanted(file, version)).map((file) => join(folder, file));
}
