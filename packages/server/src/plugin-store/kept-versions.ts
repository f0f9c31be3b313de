// Every version lies in a folder of its own, `.versions/<slug>/<version>-<hash>`; the plugin's place in the store is a
// link to the one in use. A link is replaced in one step: whatever happens, it leads to a whole version.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readlink, realpath, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A version of an installed plugin that can be put in use again. */
export interface PluginVersion {
  version: string;
  /** The beginning of the hash of its files: two uploads may carry the same version. */
  hash: string;
  folder: string;
  /** When it was last put in use. */
  usedAt: Date;
  inUse: boolean;
}

const HASH_LENGTH = 8;
const MOST_KEPT = 5;

export const versionsFolder = (storeDir: string, slug: string): string => join(storeDir, '.versions', slug);

/** Moves a folder among the versions of a plugin; one with the same files stays in its place. */
export async function keepVersion(
  storeDir: string,
  folder: string,
  { slug, version, hash }: { slug: string; version: string; hash: string },
): Promise<string> {
  const versions = versionsFolder(storeDir, slug);
  const kept = join(versions, `${version}-${hash.slice(0, HASH_LENGTH)}`);
  await mkdir(versions, { recursive: true });
  const isThere = await stat(kept).then(
    () => true,
    () => false,
  );
  if (!isThere) await rename(folder, kept);
  return kept;
}

/** Puts a kept version in use; the answer undoes that. */
export async function useVersion(
  storeDir: string,
  slug: string,
  folder: string,
): Promise<() => Promise<void>> {
  const place = join(storeDir, slug);
  const before = await readlink(place).catch(() => undefined);
  await pointTo(storeDir, place, relative(storeDir, folder));
  const now = new Date();
  await utimes(folder, now, now);
  return () => (before === undefined ? rm(place, { force: true }) : pointTo(storeDir, place, before));
}

async function pointTo(storeDir: string, place: string, target: string): Promise<void> {
  const next = join(storeDir, `.next-${randomUUID()}`);
  await symlink(target, next);
  try {
    await rename(next, place);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

/** The versions of a plugin, the one used last first. */
export async function keptVersions(storeDir: string, slug: string): Promise<PluginVersion[]> {
  const versions = versionsFolder(storeDir, slug);
  const names = await readdir(versions).catch(() => []);
  const inUse = await realpath(join(storeDir, slug)).catch(() => undefined);
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = await realpath(join(versions, name));
      const { mtime: usedAt } = await stat(folder);
      const cut = name.lastIndexOf('-');
      const [version, hash] = [name.slice(0, cut), name.slice(cut + 1)];
      return { version, hash, folder, usedAt, inUse: folder === inUse };
    }),
  );
  // Two may have been used within the same millisecond.
  return found.sort((a, b) => Number(b.inUse) - Number(a.inUse) || b.usedAt.getTime() - a.usedAt.getTime());
}

/** Drops the versions that were not used for longest. */
export async function dropOldVersions(storeDir: string, slug: string): Promise<void> {
  const versions = await keptVersions(storeDir, slug);
  for (const { folder, inUse } of versions.slice(MOST_KEPT))
    if (!inUse) await rm(folder, { recursive: true, force: true });
}
