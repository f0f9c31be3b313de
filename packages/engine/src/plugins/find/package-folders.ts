import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../inspect/missing-dependencies.ts';
import { type PluginManifest, readManifest } from '../inspect/plugin-manifest.ts';

/** The folders of plugins among the packages that a root depends on, and among its workspaces. */
export async function packageFolders(root: string): Promise<string[]> {
  const { manifest } = await readManifest(root);
  if (!manifest) return [];
  const names = Object.keys({
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
    ...manifest.dependencies,
  });
  const installed = await Promise.all(names.map((name) => packageFolder(name, root)));
  const folders = [
    ...installed.filter((folder) => folder !== undefined),
    ...(await workspaces(root, manifest)),
  ];
  const named = await Promise.all(folders.map(saysItIsPlugin));
  return folders.filter((_, index) => named[index]).sort();
}

async function workspaces(root: string, { workspaces: listed = [] }: PluginManifest): Promise<string[]> {
  const patterns = Array.isArray(listed) ? listed : listed.packages;
  const found = await Array.fromAsync(
    glob(
      patterns.filter((pattern) => !pattern.startsWith('!')),
      { cwd: root },
    ),
  );
  return found.map((folder) => join(root, folder));
}

async function saysItIsPlugin(folder: string): Promise<boolean> {
  const { manifest } = await readManifest(folder);
  return manifest?.cadence?.plugin !== undefined;
}
