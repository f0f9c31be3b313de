// Every version lies in a folder of its own, `.versions/<slug>/<version>-<hash>`; the plugin's place in the store is a
// link to the one in use. A link is replaced in one step: whatever happens, it leads to a whole version.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readlink, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';

const HASH_LENGTH = 8;
/** Of each plugin, the one in use among them. */
export const MOST_KEPT = 5;

export const versionsFolder = (storeDir: string, slug: string): string => join(storeDir, '.versions', slug);

/** What a version is called among those of its plugin: two uploads may carry the same number. */
export const versionName = ({ version, hash }: { version: string; hash: string }): string =>
  `${version}-${hash.slice(0, HASH_LENGTH)}`;

export const versionFolder = (
  storeDir: string,
  { slug, ...version }: { slug: string; version: string; hash: string },
): string => join(versionsFolder(storeDir, slug), versionName(version));

/** Moves a folder among the versions of a plugin; one with the same files stays in its place. */
export async function keepVersion(
  storeDir: string,
  folder: string,
  plugin: { slug: string; version: string; hash: string },
): Promise<string> {
  const kept = versionFolder(storeDir, plugin);
  await mkdir(versionsFolder(storeDir, plugin.slug), { recursive: true });
  const isThere = () =>
    stat(kept).then(
      () => true,
      () => false,
    );
  if (await isThere()) return kept;
  await rename(folder, kept).catch(async (error: unknown) => {
    // Another process with the same folder was faster.
    if (!(await isThere())) throw error;
  });
  return kept;
}

/** Puts a kept version in use; the answer is whether it was not. */
export async function useVersion(storeDir: string, slug: string, folder: string): Promise<boolean> {
  const place = join(storeDir, slug);
  const target = relative(storeDir, folder);
  if ((await readlink(place).catch(() => undefined)) === target) return false;
  const next = join(storeDir, `.next-${randomUUID()}`);
  await symlink(target, next);
  try {
    await rename(next, place);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  return true;
}

/** Drops all versions but these. */
export async function dropVersions(
  storeDir: string,
  slug: string,
  kept: readonly { version: string; hash: string }[],
): Promise<void> {
  const folder = versionsFolder(storeDir, slug);
  const names = new Set(kept.map(versionName));
  for (const name of await readdir(folder).catch(() => []))
    if (!names.has(basename(name))) await rm(join(folder, name), { recursive: true, force: true });
  // They go with the last one.
  await rmdir(folder).catch(() => {});
  await rmdir(join(storeDir, '.versions')).catch(() => {});
}
