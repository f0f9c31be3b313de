// The only way to the files: nothing outside the folder is listed or read, whatever a link or a path says.
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isDocument } from './read-text.ts';

export interface FolderFile {
  /** From the folder on, with `/`. */
  path: string;
  /** Another whenever the file was changed. */
  version: string;
  size: number;
}

export interface FolderLimits {
  fileBytes: number;
  totalBytes: number;
  files: number;
}

export const usualLimits: FolderLimits = { fileBytes: 2_000_000, totalBytes: 200_000_000, files: 5_000 };

/** The documents of a folder and its subfolders, in the order of their paths, as many as the limits allow. */
export async function listDocuments(folder: string, limits: FolderLimits): Promise<FolderFile[]> {
  const paths = (await walk(folder, '', limits.files)).slice(0, limits.files);
  const files: FolderFile[] = [];
  let total = 0;
  for (const path of paths) {
    const info = await stat(join(folder, path)).catch(() => undefined);
    if (info === undefined || info.size > limits.fileBytes || total + info.size > limits.totalBytes) continue;
    total += info.size;
    files.push({ path, version: `${info.mtimeMs}:${info.ctimeMs}:${info.size}`, size: info.size });
  }
  return files;
}

async function walk(folder: string, under: string, most: number): Promise<string[]> {
  const entries = await readdir(join(folder, under), { withFileTypes: true });
  const visible = entries.filter(({ name }) => isVisible(name));
  const paths: string[] = [];
  for (const entry of visible.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (paths.length >= most) break;
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    // Links are not followed: what they point to inside the folder is listed anyway.
    if (entry.isFile() && isDocument(path)) paths.push(path);
    if (entry.isDirectory()) paths.push(...(await walk(folder, path, most - paths.length).catch(() => [])));
  }
  return paths;
}

/** Neither hidden nor `..`. */
function isVisible(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}

/** The content of a document; undefined for whatever is none, or lies outside the folder. */
export async function readInside(
  folder: string,
  path: string,
  limits: FolderLimits,
): Promise<string | undefined> {
  if (isAbsolute(path) || path.includes('\0') || !isDocument(path)) return undefined;
  try {
    const [root, target] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    const inside = relative(root, target);
    if (isAbsolute(inside) || !inside.split(sep).every(isVisible)) return undefined;
    if ((await stat(target)).size > limits.fileBytes) return undefined;
    return await readFile(target, 'utf8');
  } catch {
    return undefined;
  }
}
