import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveAway, type ObjectStore, pathOf } from './object-store.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

export function folderObjects(folder: string): ObjectStore {
  const away = (cause: unknown) => archiveAway(`The archive in "${folder}" cannot be used.`, cause);
  return {
    place: folder,

    async put(name, bytes) {
      const path = join(folder, pathOf(name));
      const draft = `${path}.${randomUUID()}`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeDurably(draft, bytes);
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw away(error);
      }
    },

    async get(name, maxBytes) {
      try {
        const file = await open(join(folder, pathOf(name)));
        try {
          const { size } = await file.stat();
          if (size > maxBytes) throw new Error(`An object has ${size} bytes.`);
          return await file.readFile();
        } finally {
          await file.close();
        }
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw away(error);
      }
    },

    async delete(name) {
      await rm(join(folder, pathOf(name)), { force: true }).catch((error: unknown) => {
        throw away(error);
      });
    },

    close: async () => {},
  };
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** So that the name survives a power cut too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
